import { ControlError } from '../control/arguments';
import type { Customer } from '../customers/customer';
import type { World } from '../world';
import { emitGroup } from './events';
import { groupLimits, type Group } from './group';
import { requestToJoin } from './join-requests';
import { addParticipants } from './participants';

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
