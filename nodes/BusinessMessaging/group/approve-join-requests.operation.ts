import type { Operation } from '../../shared/operation';
import { countFailures, decideJoinRequests, joinRequestIdsField } from './decide-join-requests';
import { groupIdField } from './on-group';

/** Approves join requests. */
export const approveJoinRequests: Operation = {
	value: 'approveJoinRequests',
	name: 'Approve Join Requests',
	description: 'Let in customers who asked to join',
	action: 'Approve join requests of a group',
	fields: [groupIdField, joinRequestIdsField],
	forEachItem: decideJoinRequests('approveJoinRequests'),
	hint: countFailures,
};
