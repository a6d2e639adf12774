import type { Operation } from '../../shared/operation';
import { customerField } from './on-customer';
import { controlThread, metadataField } from './thread-control';

/** Takes control of a conversation from whoever holds it. */
export const take: Operation = {
	value: 'take',
	name: 'Take',
	description:
		'Take control of the conversation. If a number has several responders, only the escalation partner can.',
	action: 'Take control of a conversation',
	fields: [customerField, metadataField],
	forEachItem: controlThread('take'),
};
