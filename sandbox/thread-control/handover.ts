import type { Holder } from '../conversations';
import { contactOf, idsOf, type Customer } from '../customers/customer';
import type { OutgoingMessage } from '../messages/read-message';
import type { Recipient } from '../messages/recipient';
import { platformRefusal } from '../refusal';
import type { ThreadRole } from '../settings';
import type { Announcement } from '../webhooks/event';
import type { World } from '../world';

/**
 * Whether a customer's message goes to `standby`, because somebody else holds the conversation. With owner roles, an
 * idle thread gets an owner: the agent if it is enabled, else the business (docs/interface.md, Conversation control).
 */
export function isForStandby(world: World, { key }: Customer): boolean {
	const { conversations, settings, threadOwners } = world;
	if (settings.threadControl === 'two-responders') return conversations.holder(key) === 'agent';
	const owner = threadOwners.of(key) ?? (conversations.agentEnabled ? 'ai_agent' : settings.threadRole);
	if (threadOwners.of(key) === undefined) threadOwners.give(key, owner);
	return owner !== settings.threadRole;
}

/**
 * Refuses a service message while another responder owns the thread. The platform documents no code of its own for
 * that; 100 is chosen here. Templates may be sent by anyone (docs/interface.md, Conversation control).
 */
export function checkOwner(world: World, message: OutgoingMessage, { customer, name }: Recipient): void {
	if (customer === undefined || !isServiceMessage(world, message)) return;
	const owner = world.threadOwners.of(customer.key);
	if (owner === undefined || owner === world.settings.threadRole || takesImplicitly(world, owner)) return;
	const details = notOwner(owner);
	const knownAt = world.threadOwners.announced(customer.key)?.deliveredAt;
	world.ledger.violate({ rule: 'not-thread-owner', to: name, details }, knownAt);
	throw platformRefusal(100, details);
}

/**
 * A freeform message of the business takes the conversation over from the agent. A template goes out where no
 * conversation is active, and moves nothing (docs/interface.md, Conversation control). With owner roles, the escalation
 * partner takes over from anyone, and others from the agent. Groups have no agent.
 */
export function takeOver(world: World, message: OutgoingMessage, { customer }: Recipient): void {
	if (customer === undefined) return;
	const { conversations, settings, threadOwners } = world;
	if (settings.threadControl === 'two-responders') {
		if (conversations.holder(customer.key) !== 'agent' || message.template !== undefined) return;
		return passControl(world, customer, 'business', { type: settings.handoverOnSend });
	}
	const owner = threadOwners.of(customer.key);
	if (owner === settings.threadRole || !isServiceMessage(world, message)) return;
	if (owner !== undefined && takesImplicitly(world, owner)) {
		changeOwner(world, customer, settings.threadRole, { byUs: true });
	}
}

function isServiceMessage({ settings }: World, { template }: OutgoingMessage): boolean {
	return settings.threadControl === 'roles' && template === undefined;
}

function takesImplicitly({ settings }: World, owner: string): boolean {
	return settings.threadRole === 'escalation' || owner === 'ai_agent';
}

/** The role that handover events give the business as previous owner. The interface names only the agent's. */
const BUSINESS_ROLE = 'business';

/** How a handover is told; `silent`: not at all. */
interface Handover {
	readonly type?: HandoverType;
	readonly metadata?: unknown;
	readonly silent?: boolean;
}

/** A conversation goes from the agent to the business, or back (docs/interface.md, Conversation control). */
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

/**
 * `release` and `pass` hand a conversation of the business to the agent, `take` takes it back (docs/interface.md,
 * Conversation control).
 */
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

/** What a change of owner carries along. */
interface OwnerChange {
	readonly metadata?: string | undefined;
	readonly summary?: string | undefined;
	readonly byUs?: boolean;
}

/**
 * A thread gets another owner. `control_passed` goes to the new owner and `control_taken` to the one who loses it, so
 * the business hears nothing of a change between others, or of its own acts (docs/interface.md, Conversation control).
 */
export function changeOwner(
	world: World,
	customer: Customer,
	to: ThreadRole,
	{ metadata, summary, byUs = false }: OwnerChange = {},
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

/** `POST /thread_control` with owner roles (docs/interface.md, Conversation control). */
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
function notOwner(owner: ThreadRole): string {
	return `Another responder (${owner}) has thread control of this conversation`;
}

type HandoverType = 'control_passed' | 'control_taken';

/**
 * Emits `messaging_handovers`. It has no `value.metadata`: `recipient` names the number. A customer whose phone number
 * is hidden is in `contacts`, and `sender` is missing (docs/interface.md, Conversation control).
 */
function emitHandover(
	world: World,
	customer: Customer,
	type: HandoverType,
	details: Readonly<Record<string, unknown>>,
): Announcement {
	const { wa_id: phone } = idsOf(world, customer);
	return world.webhooks.emit({
		field: 'messaging_handovers',
		conversation: customer.key,
		value: {
			messaging_product: 'whatsapp',
			recipient: {
				display_phone_number: world.account.displayPhoneNumber,
				phone_number_id: world.account.phoneNumberId,
			},
			...(phone === undefined
				? { contacts: [contactOf(world, customer)] }
				: { sender: { phone_number: phone } }),
			timestamp: String(world.clock.seconds()),
			type,
			[type]: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
		},
	});
}
