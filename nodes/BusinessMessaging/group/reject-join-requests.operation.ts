import type { Operation } from '../../shared/operation';
import { countFailures, decideJoinRequests, joinRequestIdsField } from './decide-join-requests';
import { groupIdField } from './on-group';

/** Rejects join requests. */
export const rejectJoinRequests: Operation = {
	value: 'rejectJoinRequests',
	name: 'Reject Join Requests',
	description: 'Turn down customers who asked to join',
	action: 'Reject join requests of a group',
	fields: [groupIdField, joinRequestIdsField],
	forEachItem: decideJoinRequests('rejectJoinRequests'),
	hint: countFailures,
};
