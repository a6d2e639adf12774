import type { Operation } from '../../shared/operation';
import { customerField } from './on-customer';
import { controlThread, metadataField } from './thread-control';

/** Takes control of a conversation from the agent. */
export const take: Operation = {
	value: 'take',
	name: 'Take',
	description: 'Take control of the conversation from the agent',
	action: 'Take control of a conversation',
	fields: [customerField, metadataField],
	forEachItem: controlThread('take'),
};
