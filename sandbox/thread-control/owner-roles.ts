import type { Customer } from '../customers/customer';
import { platformRefusal } from '../refusal';
import type { World } from '../world';
import { emitHandover } from './handover-event';
import type { ThreadRole } from './roles';

/** What a change of owner carries along. */
interface Handover {
	readonly metadata?: string | undefined;
	readonly summary?: string | undefined;
	readonly byUs?: boolean;
}

/**
 * A thread gets another owner. `control_passed` goes to the new owner and `control_taken` to the one who loses it, so
 * the business hears nothing of a change between others, or of its own acts. Facts 2026, §3.
 */
export function changeOwner(
	world: World,
	customer: Customer,
	to: ThreadRole,
	{ metadata, summary, byUs = false }: Handover = {},
): void {
	const ours = world.settings.threadRole;
	const from = world.threadOwners.of(customer.key);
	const details = {
		previous_owner_role: from,
		new_owner_role: to,
		metadata,
		conversation_context: summary === undefined ? undefined : { type: 'summary', summary: { text: summary } },
		previous_owner_app_role: from === 'ai_agent' ? world.profile.agentRole : undefined,
	};
	world.chats.note(customer.key, 'handed-over', { to: to === ours ? 'business' : to });
	const type = to === ours ? 'control_passed' : from === ours ? 'control_taken' : undefined;
	const told = byUs || type === undefined ? undefined : emitHandover(world, customer, type, details);
	world.threadOwners.give(customer.key, to, told);
}

/** `POST /thread_control` with owner roles. Facts 2026, §3. */
export function controlOfRoles(
	world: World,
	customer: Customer,
	action: 'release' | 'pass' | 'take',
	{ metadata, target = 'escalation' }: { readonly metadata?: string; readonly target?: ThreadRole },
): void {
	const { threadRole: ours, threadResponders: responders, handoverOnRelease } = world.settings;
	const owner = world.threadOwners.of(customer.key);
	if (action === 'take') {
		if (ours !== 'escalation')
			throw platformRefusal(2494191, 'Only the escalation partner can take a thread');
		return changeOwner(world, customer, ours, { metadata, byUs: true });
	}
	if (action === 'release') {
		if (owner === undefined) return;
		if (owner !== ours) throw platformRefusal(100, notOwner(owner));
		world.threadOwners.release(customer.key);
		if (handoverOnRelease)
			emitHandover(world, customer, 'control_passed', { previous_owner_role: ours, metadata });
		return;
	}
	if (owner === undefined) throw platformRefusal(100, 'The thread is idle, so it cannot be passed');
	if (owner !== ours) throw platformRefusal(100, notOwner(owner));
	if (target === owner) throw platformRefusal(100, `${target} already owns the thread`);
	if (!responders.includes(target)) throw platformRefusal(100, `${target} is not enabled for this number`);
	changeOwner(world, customer, target, { metadata, byUs: true });
}

/** Why an act that only the owner may do is refused. */
export function notOwner(owner: ThreadRole): string {
	return `Another responder (${owner}) has thread control of this conversation`;
}
