import * as z from 'zod';
import { json, type Answer } from '../http/route';
import { readAs } from '../http/read-body';
import type { Customer } from '../customers/customer';
import { customerAddress } from '../identity';
import { plainRefusal } from '../refusal';
import type { World } from '../world';
import { emitGroup } from './events';
import { groupLimits, type Group } from './group';
import { memberFields } from './member';

const removalSchema = z.object({
	messaging_product: z.literal('whatsapp'),
	participants: z
		.array(z.object({ user: z.string().min(1) }))
		.min(1)
		.max(groupLimits.removals),
});

/** Customers join, with the event `group_participants_add`. */
export function addParticipants(
	world: World,
	group: Group,
	customers: readonly Customer[],
	reason: string,
): void {
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

/** Removes 1 to 8 participants. The event tells which ones couldn't be removed. Interface, "Limits". */
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
