import * as z from 'zod';
import { json, type Answer } from '../http/route';
import { readAs } from '../http/read-body';
import type { Customer } from '../customers/customer';
import { newMessageId } from '../identity';
import { plainRefusal } from '../refusal';
import type { World } from '../world';
import { emitGroup } from './events';
import { groupLimits, type Group } from './group';
import { memberFields } from './member';
import { addParticipants } from './participants';

const decisionSchema = z.object({
	messaging_product: z.literal('whatsapp'),
	join_requests: z.array(z.string().min(1)).min(1),
});

/** Pending requests. Interface, "Join request". */
export function listJoinRequests(world: World, { joinRequests }: Group): Answer {
	const data = [...joinRequests.values()].map(({ id, customer, createdAt }) => ({
		join_request_id: id,
		...memberFields(world, customer),
		creation_timestamp: createdAt,
	}));
	return json({ data, paging: {} });
}

/** Approves requests. One that fails doesn't keep the others from being approved. */
export function approveJoinRequests(world: World, group: Group, body: unknown): Answer {
	return decide(group, body, 'approved_join_requests', (id, customer) => {
		if (group.participants.size >= groupLimits.participants) return FULL;
		group.joinRequests.delete(id);
		addParticipants(world, group, [customer], 'join_request_approved');
		return undefined;
	});
}

/** Rejects requests. */
export function rejectJoinRequests(group: Group, body: unknown): Answer {
	return decide(group, body, 'rejected_join_requests', (id) => {
		group.joinRequests.delete(id);
		return undefined;
	});
}

/** A customer follows the invite link of a group that requires approval. */
export function requestToJoin(world: World, group: Group, customer: Customer): { joinRequestId: string } {
	const id = newMessageId().replace('wamid.', 'join_');
	group.joinRequests.set(id, { id, customer, createdAt: world.clock.seconds() });
	emitGroup(world, 'group_participants_update', group, 'group_join_request_created', {
		join_request_id: id,
		...memberFields(world, customer),
	});
	return { joinRequestId: id };
}

/** The customer takes the request back. */
export function revokeJoinRequest(world: World, group: Group, id: string): void {
	const request = group.joinRequests.get(id);
	group.joinRequests.delete(id);
	emitGroup(world, 'group_participants_update', group, 'group_join_request_revoked', {
		join_request_id: id,
		...(request && memberFields(world, request.customer)),
	});
}

const FULL = 'The group already has as many participants as it can have.';
const UNKNOWN = 'There is no such pending join request.';

/** `act` returns why a request fails, or nothing. Interface, "Errors", rule 1: a 200 answer lists the failures. */
function decide(
	group: Group,
	body: unknown,
	done: 'approved_join_requests' | 'rejected_join_requests',
	act: (id: string, customer: Customer) => string | undefined,
): Answer {
	const { join_requests: ids } = readAs(decisionSchema, body, (sentence) => plainRefusal(400, sentence));
	const results = ids.map((id) => {
		const request = group.joinRequests.get(id);
		return { id, failure: request === undefined ? UNKNOWN : act(id, request.customer) };
	});
	const failed = results.flatMap(({ id, failure }) =>
		failure === undefined ? [] : [{ join_request_id: id, errors: [groupError(failure)] }],
	);
	return json({
		messaging_product: 'whatsapp',
		approved_join_requests: [],
		rejected_join_requests: [],
		[done]: results.flatMap(({ id, failure }) => (failure === undefined ? [id] : [])),
		failed_join_requests: failed,
		errors: failed.flatMap(({ errors }) => errors),
	});
}

/** The group error object, with the code seen in public. Facts, §3. */
function groupError(details: string): object {
	const title = 'Unable to add participant to group';
	return { code: 131203, title, message: `(#131203) ${title}`, error_data: { details } };
}
