import type { Operation } from '../../shared/operation';
import { customerField } from './on-customer';
import { controlThread, metadataField } from './thread-control';

/** Gives a conversation back: to the agent, or to whoever answers the next message. */
export const release: Operation = {
	value: 'release',
	name: 'Release',
	description:
		'Give the conversation back to the agent. Without an agent, nobody holds it until the customer writes again.',
	action: 'Release a conversation',
	fields: [customerField, metadataField],
	forEachItem: controlThread('release'),
};
