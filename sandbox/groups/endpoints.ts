import * as z from 'zod';
import { readAs } from '../http/read-body';
import { json, type Answer, type Call, type Route } from '../http/route';
import { plainRefusal } from '../refusal';
import type { World } from '../world';
import { emitGroup } from './events';
import { groupLimits, newInviteLink, type Group } from './group';
import { informationOf } from './information';
import { approveJoinRequests, listJoinRequests, rejectJoinRequests } from './join-requests';
import { pageOf } from './page';
import { removeParticipants } from './participants';
import { descriptionSchema, subjectSchema, updateGroup } from './update';

const productSchema = z.object({ messaging_product: z.literal('whatsapp') });

const creationSchema = productSchema.extend({
	subject: subjectSchema,
	description: descriptionSchema.optional(),
	join_approval_mode: z.enum(['auto_approve', 'approval_required']).optional(),
});

/** Interface, "Endpoints / Groups". */
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

/** A suspended group can only be read and deleted. Facts, §3: 403. */
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
