import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { JoinDecision, PlatformError } from '../../../platform';
import type { Output } from '../../shared/operation';
import { readList } from '../../shared/read/values';
import { onGroup } from './on-group';

/** Which join requests to decide on. */
export const joinRequestIdsField: INodeProperties = {
	displayName: 'Join Request IDs',
	name: 'joinRequestIds',
	type: 'string',
	required: true,
	default: '',
	description: 'One ID, several IDs separated by commas, or an array. Get Join Requests returns them.',
};

const UNANSWERED = { title: "The gateway didn't say what happened to this request" };

function errorJson({ code, title, message, error_data: data }: Partial<PlatformError>): IDataObject {
	return {
		code: code ?? null,
		title: title ?? message ?? "The gateway didn't give a reason",
		message: message ?? null,
		details: data?.details ?? null,
	};
}

/** What happened to each request, one item each. A failure is an item, because the other requests went through. */
function toItems(groupId: string, ids: string[], decision: JoinDecision): Output[] {
	const approved = new Set(decision.approved_join_requests);
	const rejected = new Set(decision.rejected_join_requests);
	return ids.map((joinRequestId) => {
		const json = { groupId, joinRequestId };
		if (approved.has(joinRequestId)) return { json: { ...json, status: 'approved', error: null } };
		if (rejected.has(joinRequestId)) return { json: { ...json, status: 'rejected', error: null } };
		const failed = decision.failed_join_requests.find((each) => each.join_request_id === joinRequestId);
		const [error = UNANSWERED] = failed?.errors.length ? failed.errors : decision.errors;
		return { json: { ...json, status: 'failed', error: errorJson(error) } };
	});
}

/** Approves or rejects the join requests of each item. */
export const decideJoinRequests = (decide: 'approveJoinRequests' | 'rejectJoinRequests') =>
	onGroup(async ({ context, groups, groupId, itemIndex }) => {
		const ids = readList(context.getNodeParameter('joinRequestIds', itemIndex));
		return toItems(groupId, ids, await groups[decide](groupId, ids));
	});

/** Says how many requests failed. */
export function countFailures(output: IDataObject[]): string | undefined {
	const failed = output.filter(({ status }) => status === 'failed').length;
	return failed > 0 ? `${failed} of ${output.length} join requests failed. Each item says why.` : undefined;
}
