import type { Holder } from '../conversations';
import type { Customer } from '../customers/customer';
import { platformRefusal } from '../refusal';
import type { World } from '../world';
import { emitHandover, type HandoverType } from './handover-event';

/** The role that handover events give the business as previous owner. The interface names only the agent's. */
const BUSINESS_ROLE = 'business';

/** How a handover is told; `silent`: not at all. */
interface Handover {
	readonly type?: HandoverType;
	readonly metadata?: unknown;
	readonly silent?: boolean;
}

/** A conversation goes from the agent to the business, or back. Interface, "Conversation control". */
export function passControl(
	world: World,
	customer: Customer,
	to: Holder,
	{ type = 'control_passed', metadata, silent = false }: Handover = {},
): void {
	const previous = to === 'business' ? world.profile.agentRole : BUSINESS_ROLE;
	world.conversations.give(customer.key, to);
	world.chats.note(customer.key, 'handed-over', { to });
	if (!silent) emitHandover(world, customer, type, { previous_owner_app_role: previous, metadata });
}

/** `release` and `pass` hand a conversation of the business to the agent, `take` takes it back. Facts, §9. */
export function controlOfTwo(
	world: World,
	customer: Customer,
	action: 'release' | 'pass' | 'take',
	metadata: unknown,
): void {
	const holder = world.conversations.holder(customer.key);
	if (action === 'take') {
		if (holder === 'business') throw platformRefusal(100, 'the business holds the conversation already');
		return passControl(world, customer, 'business', { type: 'control_taken', metadata });
	}
	if (holder === 'agent') throw platformRefusal(100, 'the agent holds the conversation already');
	if (!world.conversations.agentKnows(customer.key)) throw platformRefusal(100, 'no agent is enabled');
	passControl(world, customer, 'agent', { metadata, silent: !world.settings.handoverOnRelease });
}
