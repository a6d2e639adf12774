import * as z from 'zod';
import { groupLimits } from '../groups/group';
import {
	groupNamed,
	join,
	suspend,
	approveJoinRequests,
	rejectJoinRequests,
	revokeJoinRequest,
	leave,
} from '../groups/members';
import type { Answer } from '../http/route';
import { contactSchema } from '../identity';
import { ControlError, method } from './method';

const added = z.strictObject({
	id: z.string().min(1).optional(),
	subject: z.string().min(1).optional(),
	joinApprovalMode: z.enum(['auto_approve', 'approval_required']).optional(),
	participants: z.array(contactSchema).max(groupLimits.participants).optional(),
});

const id = z.string().min(1);

/** What happens in groups. */
export const groupMethods = {
	addGroup: method(
		['group'],
		z.tuple([added]),
		(world, { participants = [], subject = 'Group', ...given }) => {
			const chosen = Object.entries(given).filter(([, value]) => value !== undefined);
			const group = world.groups.add({ subject, ...Object.fromEntries(chosen) });
			for (const address of participants) group.participants.add(world.customers.of(address));
			return { id: group.id };
		},
	),
	joinGroup: method(
		['group', 'contact', 'link'],
		z.tuple([id, contactSchema, z.string().optional()]),
		(world, group, contact, link) => join(world, groupNamed(world, group), world.customers.of(contact), link),
	),
	revokeJoinRequest: method(['group', 'joinRequestId'], z.tuple([id, id]), (world, group, joinRequestId) =>
		revokeJoinRequest(world, groupNamed(world, group), joinRequestId),
	),
	approveJoinRequest: method(['group', 'joinRequestId'], z.tuple([id, id]), (world, group, joinRequestId) =>
		mustSucceed(approveJoinRequests(world, groupNamed(world, group), decisionOn(joinRequestId))),
	),
	rejectJoinRequest: method(['group', 'joinRequestId'], z.tuple([id, id]), (world, group, joinRequestId) =>
		mustSucceed(rejectJoinRequests(groupNamed(world, group), decisionOn(joinRequestId))),
	),
	leaveGroup: method(['group', 'contact'], z.tuple([id, contactSchema]), (world, group, contact) =>
		leave(world, groupNamed(world, group), world.customers.of(contact)),
	),
	suspendGroup: method(
		['group', 'suspended'],
		z.tuple([id, z.boolean().optional()]),
		(world, group, suspended = true) => suspend(world, groupNamed(world, group), suspended),
	),
} as const;

function decisionOn(joinRequestId: string): object {
	return { messaging_product: 'whatsapp', join_requests: [joinRequestId] };
}

/** The answer lists what failed with the status 200. */
function mustSucceed({ body }: Answer): void {
	const [failure] = (body as { errors: { error_data: { details: string } }[] }).errors;
	if (failure !== undefined) throw new ControlError(failure.error_data.details);
}
