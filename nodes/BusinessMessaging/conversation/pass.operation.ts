import type { Operation } from '../../shared/operation';
import { customerField } from './on-customer';
import { controlThread, metadataField, targetRoleField } from './thread-control';

/** Passes control of a conversation to another responder. */
export const pass: Operation = {
	value: 'pass',
	name: 'Pass',
	description:
		'Pass a conversation that the business holds to the escalation partner, or to the responder with a role',
	action: 'Pass control of a conversation',
	fields: [customerField, targetRoleField, metadataField],
	forEachItem: controlThread('pass'),
};
