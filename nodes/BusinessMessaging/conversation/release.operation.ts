import type { Operation } from '../../shared/operation';
import { customerField } from './on-customer';
import { controlThread, metadataField } from './thread-control';

/** Gives a conversation back to the agent. */
export const release: Operation = {
	value: 'release',
	name: 'Release',
	description: 'Give the conversation back to the agent',
	action: 'Release a conversation',
	fields: [customerField, metadataField],
	forEachItem: controlThread('release'),
};
