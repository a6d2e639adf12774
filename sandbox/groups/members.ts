import * as z from 'zod';
import { ControlError } from '../control/method';
import { idsOf, type Customer } from '../customers/customer';
import { json, type Answer } from '../http/route';
import { customerAddress, newMessageId } from '../identity';
import { readAs } from '../problems';
import { plainRefusal } from '../refusal';
import type { World } from '../world';
import { emitGroup } from './events';
import { groupLimits, type Group } from './group';

const removalSchema = z.object({
	messaging_product: z.literal('whatsapp'),
	participants: z
		.array(z.object({ user: z.string().min(1) }))
		.min(1)
		.max(groupLimits.removals),
});

/** Customers join, with the event `group_participants_add`. */
function addParticipants(world: World, group: Group, customers: readonly Customer[], reason: string): void {
	for (const customer of customers) group.participants.add(customer);
	emitGroup(world, 'group_participants_update', group, 'group_participants_add', {
		added_participants: customers.map((customer) => memberFields(world, customer)),
		reason,
	});
}

/** A customer leaves, with the event `group_participants_remove`. */
export function leave(world: World, group: Group, customer: Customer): void {
	group.participants.delete(customer);
	emitGroup(world, 'group_participants_update', group, 'group_participants_remove', {
		removed_participants: [memberFields(world, customer)],
		initiated_by: 'participant',
	});
}

/** Removes 1 to 8 participants. The event tells which ones couldn't be removed (docs/interface.md, Groups). */
export function removeParticipants(world: World, group: Group, body: unknown): Answer {
	const { participants } = readAs(removalSchema, body, (sentence) => plainRefusal(400, sentence));
	const users = participants.map(({ user }) => ({
		input: user,
		customer: world.customers.find(customerAddress(user) ?? user),
	}));
	const removed = users.filter(({ customer }) => customer && group.participants.delete(customer));
	const failed = users.filter((user) => !removed.includes(user));
	if (removed.length === 0) throw plainRefusal(400, 'none of these users is a participant of the group');
	emitGroup(world, 'group_participants_update', group, 'group_participants_remove', {
		removed_participants: removed.map(({ input }) => ({ input })),
		...(failed.length === 0 ? {} : { failed_participants: failed.map(notThere) }),
		initiated_by: 'business',
	});
	return json({ success: true });
}

function notThere({ input }: { readonly input: string }): object {
	const title = 'Unable to remove participant from group';
	const details = 'The user is not a participant of the group.';
	return { input, errors: [{ code: 131204, title, message: `(#131204) ${title}`, error_data: { details } }] };
}

/**
 * A participant or somebody who asks to join: `wa_id?`, `user_id`, `parent_user_id?`, `username?` (docs/interface.md,
 * User IDs).
 */
export function memberFields(world: World, customer: Customer): object {
	const { username } = customer;
	return { ...idsOf(world, customer), ...(username === undefined ? {} : { username }) };
}

/** The group a control method names, or an error that says so. */
export function groupNamed(world: World, id: string): Group {
	const group = world.groups.find(id);
	if (group === undefined) throw new ControlError(`no group has the id ${id}`);
	return group;
}

/** A customer follows an invite link and joins at once, or asks to join if the group requires approval. */
export function join(
	world: World,
	group: Group,
	customer: Customer,
	link?: string,
): { joinRequestId?: string } {
	if (link !== undefined && link !== group.inviteLink) throw new ControlError('this invite link was reset');
	if (group.participants.has(customer))
		throw new ControlError(`${customer.phone ?? customer.userId} is already a participant`);
	if (group.joinApprovalMode === 'approval_required') return requestToJoin(world, group, customer);
	if (group.participants.size >= groupLimits.participants) throw new ControlError('the group is full');
	addParticipants(world, group, [customer], 'invite_link');
	return {};
}

/** The platform suspends a group, or ends that. */
export function suspend(world: World, group: Group, suspended: boolean): void {
	group.suspended = suspended;
	emitGroup(world, 'group_status_update', group, suspended ? 'group_suspend' : 'group_suspend_cleared');
}

const decisionSchema = z.object({
	messaging_product: z.literal('whatsapp'),
	join_requests: z.array(z.string().min(1)).min(1),
});

/** Pending requests (docs/interface.md, Groups). */
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
	return decide(group, body, APPROVAL, (id, customer) => {
		if (group.participants.size >= groupLimits.participants) return FULL;
		group.joinRequests.delete(id);
		addParticipants(world, group, [customer], 'join_request_approved');
		return undefined;
	});
}

/** Rejects requests. */
export function rejectJoinRequests(group: Group, body: unknown): Answer {
	return decide(group, body, REJECTION, (id) => {
		group.joinRequests.delete(id);
		return undefined;
	});
}

/** A customer follows the invite link of a group that requires approval. */
function requestToJoin(world: World, group: Group, customer: Customer): { joinRequestId: string } {
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

/** Where an answer lists what was done, and the title of the error for what wasn't. */
interface Decision {
	readonly done: 'approved_join_requests' | 'rejected_join_requests';
	readonly failed: string;
}

/** A title that was seen in public. */
const APPROVAL: Decision = { done: 'approved_join_requests', failed: 'Unable to add participant to group' };
/** No source shows an error of a rejection: nobody is added by it, so the title can't be that of an approval. */
const REJECTION: Decision = { done: 'rejected_join_requests', failed: 'Unable to reject join request' };

const FULL = 'The group already has as many participants as it can have.';
const UNKNOWN = 'There is no such pending join request.';

/** `act` returns why a request fails, or nothing (docs/interface.md, Groups): a 200 answer lists the failures. */
function decide(
	group: Group,
	body: unknown,
	decision: Decision,
	act: (id: string, customer: Customer) => string | undefined,
): Answer {
	const { join_requests: ids } = readAs(decisionSchema, body, (sentence) => plainRefusal(400, sentence));
	const results = ids.map((id) => {
		const request = group.joinRequests.get(id);
		return { id, failure: request === undefined ? UNKNOWN : act(id, request.customer) };
	});
	const failed = results.flatMap(({ id, failure }) =>
		failure === undefined ? [] : [{ join_request_id: id, errors: [groupError(decision.failed, failure)] }],
	);
	return json({
		messaging_product: 'whatsapp',
		approved_join_requests: [],
		rejected_join_requests: [],
		[decision.done]: results.flatMap(({ id, failure }) => (failure === undefined ? [id] : [])),
		failed_join_requests: failed,
		errors: failed.flatMap(({ errors }) => errors),
	});
}

/** The group error object, with the only code seen in public (docs/interface.md, Groups). */
function groupError(title: string, details: string): object {
	return { code: 131203, title, message: `(#131203) ${title}`, error_data: { details } };
}
