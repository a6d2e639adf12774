import type { Customer } from '../customers/customer';
import type { OutgoingMessage } from '../messages/read-message';
import type { Recipient } from '../messages/recipient';
import { platformRefusal } from '../refusal';
import type { World } from '../world';
import { changeOwner, notOwner, passControl } from './handover';

/**
 * Whether a customer's message goes to `standby`, because somebody else holds the conversation. With owner roles, an
 * idle thread gets an owner: the agent if it is enabled, else the business. Facts 2026, §3.
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
 * that; 100 is chosen here. Templates may be sent by anyone. Facts 2026, §3.
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
 * conversation is active, and moves nothing (facts 2026, §3). With owner roles, the escalation partner takes over from
 * anyone, and others from the agent. Groups have no agent.
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
