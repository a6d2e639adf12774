import * as z from 'zod';
import { json, type Answer } from '../http/route';
import { readAs } from '../http/read-body';
import { customerId } from '../identity';
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
export function addParticipants(
	world: World,
	group: Group,
	contacts: readonly string[],
	reason: string,
): void {
	for (const contact of contacts) group.participants.add(contact);
	emitGroup(world, 'group_participants_update', group, 'group_participants_add', {
		added_participants: contacts.map((contact) => ({ wa_id: contact })),
		reason,
	});
}

/** A customer leaves, with the event `group_participants_remove`. */
export function leave(world: World, group: Group, contact: string): void {
	group.participants.delete(contact);
	emitGroup(world, 'group_participants_update', group, 'group_participants_remove', {
		removed_participants: [{ wa_id: contact }],
		initiated_by: 'participant',
	});
}

/** Removes 1 to 8 participants. The event tells which ones couldn't be removed. Interface, "Limits". */
export function removeParticipants(world: World, group: Group, body: unknown): Answer {
	const { participants } = readAs(removalSchema, body, (sentence) => plainRefusal(400, sentence));
	const users = participants.map(({ user }) => ({ input: user, contact: customerId(user) ?? user }));
	const removed = users.filter(({ contact }) => group.participants.delete(contact));
	const failed = users.filter((user) => !removed.includes(user));
	if (removed.length === 0) throw plainRefusal(400, 'none of these users is a participant of the group');
	emitGroup(world, 'group_participants_update', group, 'group_participants_remove', {
		removed_participants: removed.map(({ input, contact }) => ({ input, wa_id: contact })),
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
