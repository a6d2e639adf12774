import type { Operation } from '../../shared/operation';
import { customerField } from './on-customer';
import { controlThread, metadataField } from './thread-control';

/** Passes control of a conversation to the agent. */
export const pass: Operation = {
	value: 'pass',
	name: 'Pass',
	description: 'Pass control of the conversation to the agent',
	action: 'Pass control of a conversation',
	fields: [customerField, metadataField],
	forEachItem: controlThread('pass'),
};
