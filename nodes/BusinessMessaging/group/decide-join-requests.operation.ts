import type { IDataObject } from 'n8n-workflow';
import type { JoinDecision, PlatformError } from '../../../platform';
import type { Operation, Output } from '../operation';
import { readList } from '../../shared/read/read-list';
import { onGroup } from './on-group';

const UNANSWERED = { title: 'The gateway did not say what became of this request' };

function errorJson({ code, title, message, error_data: data }: Partial<PlatformError>): IDataObject {
	return {
		code: code ?? null,
		title: title ?? message ?? 'The gateway gave no reason',
		message: message ?? null,
		details: data?.details ?? null,
	};
}

/** What became of each request, one item each: a failure is an item, as the others went through. */
function itemsOf(groupId: string, ids: string[], decision: JoinDecision): Output[] {
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

/** How many requests failed. */
function countFailures(output: IDataObject[]): string | undefined {
	const failed = output.filter(({ status }) => status === 'failed').length;
	return failed > 0 ? `${failed} of ${output.length} join requests failed. Each item says why.` : undefined;
}

function deciding(decide: 'approveJoinRequests' | 'rejectJoinRequests'): Operation {
	return {
		description: [],
		prepare: onGroup(async ({ context, groups, groupId, itemIndex }) => {
			const ids = readList(context.getNodeParameter('joinRequestIds', itemIndex));
			return itemsOf(groupId, ids, await groups[decide](groupId, ids));
		}),
		hint: countFailures,
	};
}

/** Approves join requests. */
export const approveJoinRequests = deciding('approveJoinRequests');

/** Rejects join requests. */
export const rejectJoinRequests = deciding('rejectJoinRequests');
