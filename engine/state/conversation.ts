import { CONVERSATION_WINDOW, TYPES_THAT_OPEN_NO_WINDOW } from '../../platform';
import type {
	Holder,
	HandoverEvent,
	AgentReplyEvent,
	MessageEvent,
	PreferenceEvent,
} from '../events/messaging-event';
import type { Register, Registers, RegisterWrite } from './register';

/** Value of the register `window`: whether the conversation was open at its time. */
export type WindowMark = 'open' | 'closed';

/**
 * Rank of a source among writes of the same second: what the platform says beats what we conclude, and a
 * customer's message beats a refusal of that second, as it must have come after it.
 */
export const RANK = { ownAct: 1, answer: 2, message: 3, handover: 4 } as const;

/** State of a conversation, as the registers have it at a time. */
export interface Conversation {
	window: 'open' | 'closed';
	/** When the window closes or closed; `undefined` when it was never open. Epoch ms */
	windowClosesAt?: number;
	holder: Holder;
	/** Categories that the customer opted out of, in the names that templates use. */
	optedOut: ReadonlySet<string>;
}

/** Where a conversation's registers are: the group's for all its members, else the customer's. */
export function conversationOf(event: { contact: string; group?: string }): string {
	return event.group ?? event.contact;
}

const CATEGORY_OF_PREFERENCE: Readonly<Record<string, string>> = { marketing_messages: 'MARKETING' };

/** The register of an opt-out. */
export function optOutRegister(category: string): string {
	return `opt-out:${CATEGORY_OF_PREFERENCE[category] ?? category.toUpperCase()}`;
}

function write<Value>(
	event: { channel?: string; at: number; id: string },
	subject: string,
	name: string,
	rank: number,
	value: Value,
): RegisterWrite<Value>[] {
	if (event.channel === undefined) return [];
	return [{ scope: event.channel, subject, name, at: event.at, rank, id: event.id, value }];
}

/** A customer's message opens the window, and shows by its field who holds the conversation. */
export function changesOfMessage(event: MessageEvent): RegisterWrite[] {
	const subject = conversationOf(event);
	const opens = !TYPES_THAT_OPEN_NO_WINDOW.has(event.message.type);
	return [
		...(opens ? write<WindowMark>(event, subject, 'window', RANK.message, 'open') : []),
		...write<Holder>(event, subject, 'holder', RANK.message, event.heldBy),
	];
}

/** The agent's reply shows that the agent holds the conversation. */
export function changesOfAgentReply(event: AgentReplyEvent): RegisterWrite[] {
	return write<Holder>(event, event.contact, 'holder', RANK.message, 'agent');
}

/** Control passed. */
export function changesOfHandover(event: HandoverEvent): RegisterWrite[] {
	return write<Holder>(event, event.contact, 'holder', RANK.handover, event.to);
}

/** An opt-out, or an opt-in. */
export function changesOfPreference(event: PreferenceEvent): RegisterWrite[] {
	return write(event, event.contact, optOutRegister(event.category), RANK.message, event.value);
}

function windowAt(now: number, register: Register | undefined, lastInboundAt: number | undefined) {
	const hinted = lastInboundAt !== undefined && lastInboundAt > (register?.at ?? -Infinity);
	const mark = hinted ? 'open' : register?.value;
	if (mark !== 'open') return { window: 'closed' as const, windowClosesAt: register?.at };
	const windowClosesAt = (hinted ? lastInboundAt : register!.at) + CONVERSATION_WINDOW;
	return { window: now < windowClosesAt ? ('open' as const) : ('closed' as const), windowClosesAt };
}

/**
 * The conversation at `now`. A window is open until 24 hours after the customer's last message, and closed at
 * 24 hours exactly (interface, business rule).
 *
 * @param lastInboundAt what the caller knows of the customer's last message; counts where it is newer. Epoch ms
 */
export function conversationAt(now: number, registers: Registers, lastInboundAt?: number): Conversation {
	const optedOut = Object.entries(registers)
		.filter(([name, register]) => name.startsWith('opt-out:') && register.value === 'stop')
		.map(([name]) => name.slice('opt-out:'.length));
	return {
		...windowAt(now, registers.window, lastInboundAt),
		holder: registers.holder?.value === 'agent' ? 'agent' : 'business',
		optedOut: new Set(optedOut),
	};
}
