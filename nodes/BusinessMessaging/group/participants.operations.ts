import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { JoinDecision, JoinRequest, PlatformError } from '../../../platform';
import { impossibleAddress, readAddress } from '../../../platform';
import { limit, returnAll, simplify } from '../../shared/common-fields';
import type { Operation, Output } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readLimit, readList } from '../../shared/read/values';
import { contactOf, groupIdField, isoOfSeconds, ofGroup, present } from './group';

/** A customer's request to join a group. */
function joinRequestJson(groupId: string, request: JoinRequest): IDataObject {
	const { join_request_id: joinRequestId, creation_timestamp: created } = request;
	return present({ groupId, joinRequestId, contact: contactOf(request), createdAt: isoOfSeconds(created) });
}

/** Lists the pending join requests of a group. */
export const getJoinRequests: Operation = {
	value: 'getJoinRequests',
	name: 'Get Join Requests',
	description: 'List the requests that are waiting for a decision',
	action: 'Get the join requests of a group',
	fields: [groupIdField, returnAll, limit, simplify],
	forEachItem: perItem(ofGroup, async ({ context, get, groups, groupId, itemIndex }) => {
		const requests = await groups.listAllJoinRequests(groupId);
		const isSimple = get('simplify', true);
		return requests.slice(0, readLimit(context, itemIndex)).map((request) => ({
			json: isSimple ? joinRequestJson(groupId, request) : (request as IDataObject),
		}));
	}),
};

/** Which join requests to decide on. */
const joinRequestIdsField: INodeProperties = {
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
const decideJoinRequests = (decide: 'approveJoinRequests' | 'rejectJoinRequests') =>
	perItem(ofGroup, async ({ get, groups, groupId }) => {
		const ids = readList(get('joinRequestIds'));
		return toItems(groupId, ids, await groups[decide](groupId, ids));
	});

/** Says how many requests failed. */
function countFailures(output: IDataObject[]): string | undefined {
	const failed = output.filter(({ status }) => status === 'failed').length;
	return failed > 0 ? `${failed} of ${output.length} join requests failed. Each item says why.` : undefined;
}

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

const participants: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567, +49 171 7654321',
	description: '1 to 8 phone numbers or account IDs, separated by commas or as an array',
};

/** Removes 1 to 8 participants. */
export const removeParticipants: Operation = {
	value: 'removeParticipants',
	name: 'Remove Participants',
	description: 'Remove up to 8 participants',
	action: 'Remove participants from a group',
	fields: [groupIdField, participants],
	forEachItem: perItem(ofGroup, async ({ credential, get, groups, groupId }) => {
		const given = readList(get('participants'));
		const addresses = given.map((each) => readAddress(each, credential.defaultCountry));
		const impossible = given.filter((_, index) => addresses[index] === undefined);
		if (impossible.length > 0) throw new Error(impossible.map(impossibleAddress).join(' '));
		await groups.removeParticipants(groupId, addresses as string[]);
		return { json: { groupId, participants: given, success: true } };
	}),
};
