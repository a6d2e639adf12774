import * as z from 'zod';
import { json, type Answer, type Call, type Route } from '../http/route';
import { readAs } from '../problems';
import { plainRefusal } from '../refusal';
import type { World } from '../world';
import { emitGroup } from './events';
import { groupLimits, newInviteLink, type Group } from './group';
import {
	approveJoinRequests,
	listJoinRequests,
	rejectJoinRequests,
	removeParticipants,
	memberFields,
} from './members';
import { descriptionSchema, subjectSchema, updateGroup } from './update';

const productSchema = z.object({ messaging_product: z.literal('whatsapp') });

const creationSchema = productSchema.extend({
	subject: subjectSchema,
	description: descriptionSchema.optional(),
	join_approval_mode: z.enum(['auto_approve', 'approval_required']).optional(),
});

/** The endpoints of groups (docs/interface.md, Groups). */
export const groupRoutes: readonly Route[] = [
	{ method: 'GET', path: '/groups', handle: list },
	{ method: 'POST', path: '/groups', handle: create },
	{
		method: 'GET',
		path: '/groups/:id',
		handle: withGroup((group, { query, world }) => json(informationOf(world, group, query.get('fields')))),
	},
	{ method: 'POST', path: '/groups/:id', handle: withActiveGroup(updateGroup) },
	{ method: 'DELETE', path: '/groups/:id', handle: withGroup((group, { world }) => remove(world, group)) },
	{ method: 'GET', path: '/groups/:id/invite_link', handle: withGroup((group) => inviteLink(group)) },
	{ method: 'POST', path: '/groups/:id/invite_link', handle: withActiveGroup(resetInviteLink) },
	{
		method: 'GET',
		path: '/groups/:id/join_requests',
		handle: withGroup((group, { world }) => listJoinRequests(world, group)),
	},
	{
		method: 'POST',
		path: '/groups/:id/join_requests',
		handle: withActiveGroup((group, { world, body }) => approveJoinRequests(world, group, body())),
	},
	{
		method: 'DELETE',
		path: '/groups/:id/join_requests',
		handle: withActiveGroup((group, { body }) => rejectJoinRequests(group, body())),
	},
	{
		method: 'DELETE',
		path: '/groups/:id/participants',
		handle: withActiveGroup((group, { world, body }) => removeParticipants(world, group, body())),
	},
];

type GroupHandler = (group: Group, call: Call) => Answer | Promise<Answer>;

function withGroup(handle: GroupHandler): Route['handle'] {
	return (call) => {
		const id = call.params.id ?? '';
		const group = call.world.groups.find(id);
		if (group === undefined) throw plainRefusal(404, `group not found: ${id}`, 131020);
		return handle(group, call);
	};
}

/** A suspended group can only be read and deleted (docs/interface.md, Groups): 403. */
function withActiveGroup(handle: GroupHandler): Route['handle'] {
	return withGroup((group, call) => {
		if (group.suspended) throw plainRefusal(403, `(#131207) group ${group.id} is suspended`, 131207);
		return handle(group, call);
	});
}

function list(call: Call): Answer {
	const { groups, paging } = pageOf(call.world.groups.all, call);
	const summaries = groups.map(({ id, subject, createdAt }) => ({ id, subject, created_at: createdAt }));
	return json({ data: { groups: summaries }, paging });
}

function create({ world, body }: Call): Answer {
	const given = readAs(creationSchema, body(), (sentence) => plainRefusal(400, sentence));
	if (world.groups.size >= groupLimits.groups) {
		throw plainRefusal(400, `a number has at most ${groupLimits.groups} groups`);
	}
	const { subject, description = '', join_approval_mode: joinApprovalMode = 'auto_approve' } = given;
	const group = world.groups.add({ subject, description, joinApprovalMode });
	emitGroup(world, 'group_lifecycle_update', group, 'group_create', {
		subject,
		invite_link: group.inviteLink,
		join_approval_mode: joinApprovalMode,
	});
	return json({ id: group.id });
}

function remove(world: World, group: Group): Answer {
	world.groups.remove(group);
	emitGroup(world, 'group_lifecycle_update', group, 'group_delete');
	return json({ success: true });
}

function resetInviteLink(group: Group, { body }: Call): Answer {
	readAs(productSchema, body(), (sentence) => plainRefusal(400, sentence));
	group.inviteLink = newInviteLink();
	return inviteLink(group);
}

function inviteLink(group: Group): Answer {
	return json({ invite_link: group.inviteLink, messaging_product: 'whatsapp' });
}

/** The fields of a group's information, and what each holds (docs/interface.md, Groups). */
const FIELDS: Readonly<Record<string, (group: Group, world: World) => unknown>> = {
	id: ({ id }) => id,
	subject: ({ subject }) => subject,
	description: ({ description }) => description,
	join_approval_mode: ({ joinApprovalMode }) => joinApprovalMode,
	messaging_product: () => 'whatsapp',
	creation_timestamp: ({ createdAt }) => createdAt,
	suspended: ({ suspended }) => suspended,
	total_participant_count: ({ participants }) => participants.size,
	participants: ({ participants }, world) =>
		[...participants].map((customer) => memberFields(world, customer)),
};

/** Without `fields`, the platform shows only these (docs/interface.md, Groups). */
const ALWAYS = ['id', 'messaging_product'];

/** The information about a group that `fields`, a comma-separated list, asks for. */
function informationOf(world: World, group: Group, fields: string | null): object {
	const asked = (fields ?? '').split(',').map((name) => name.trim());
	const wanted = asked.filter((name) => name !== '');
	const unknown = wanted.filter((name) => FIELDS[name] === undefined);
	if (unknown.length > 0) throw plainRefusal(400, `fields: a group has no ${unknown.join(', ')}`);
	const names = [...new Set([...ALWAYS, ...wanted])];
	return Object.fromEntries(names.map((name) => [name, FIELDS[name]?.(group, world)]));
}

interface Page {
	readonly groups: readonly Group[];
	readonly paging: object;
}

/**
 * One page of the groups (docs/interface.md, Groups): `limit` from 1 to 1024, default 25; `after` and `before` cursors;
 * `next` and `previous` only if there are more.
 * A `limit` or cursor that can't be read answers 400. The interface lists no 400 for this endpoint, and a page that
 * isn't the one asked for would hide the mistake.
 */
function pageOf(groups: readonly Group[], { query, headers }: Call): Page {
	const limit = readLimit(query.get('limit'));
	const after = readPosition(query, 'after');
	const before = readPosition(query, 'before');
	if (after !== undefined && before !== undefined) throw plainRefusal(400, 'use after or before, not both');
	const page =
		before === undefined
			? groups.filter(({ sequence }) => sequence > (after ?? 0)).slice(0, limit)
			: groups.filter(({ sequence }) => sequence < before).slice(-limit);
	const [first, last] = [page[0], page.at(-1)];
	if (first === undefined || last === undefined) return { groups: [], paging: {} };
	const cursors = { after: cursorOf(last.sequence), before: cursorOf(first.sequence) };
	const link = (name: 'after' | 'before') =>
		`http://${headers.host ?? 'sandbox'}/groups?limit=${limit}&${name}=${cursors[name]}`;
	return {
		groups: page,
		paging: {
			cursors,
			...(groups.some(({ sequence }) => sequence > last.sequence) ? { next: link('after') } : {}),
			...(groups.some(({ sequence }) => sequence < first.sequence) ? { previous: link('before') } : {}),
		},
	};
}

function readLimit(text: string | null): number {
	if (text === null) return groupLimits.defaultPageSize;
	const limit = /^\d+$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= groupLimits.pageSize) return limit;
	throw plainRefusal(400, `limit must be a whole number from 1 to ${groupLimits.pageSize}, got ${text}`);
}

function readPosition(query: URLSearchParams, name: 'after' | 'before'): number | undefined {
	const cursor = query.get(name);
	if (cursor === null) return undefined;
	const position = readCursor(cursor);
	if (position === undefined) throw plainRefusal(400, `${name} is not a cursor of this list: ${cursor}`);
	return position;
}

/** A cursor that names a position by its sequence number, so that it survives deletions. */
function cursorOf(sequence: number): string {
	return Buffer.from(`at:${sequence}`).toString('base64url');
}

/** The position a cursor names, or `undefined` if the sandbox didn't make it. */
function readCursor(cursor: string): number | undefined {
	const [, digits] = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	return digits === undefined ? undefined : Number(digits);
}
