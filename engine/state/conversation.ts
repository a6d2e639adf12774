import type { Holder } from '../../platform';
import {
	CONVERSATION_WINDOW,
	normalizeAddress,
	responderOf,
	TYPES_THAT_OPEN_NO_WINDOW,
} from '../../platform';
import type {
	AgentReplyEvent,
	AppReplyEvent,
	HandoverEvent,
	MessageEvent,
	PreferenceEvent,
	StatusEvent,
} from '../events/messaging-event';
import type { HolderMark, HolderSign } from './holder-transitions';
import { holderAfter } from './holder-transitions';
import type { HumanMark, HumanReplies } from './human-replies';
import { HUMAN_REPLIED, humanReplies } from './human-replies';
import { RANK } from './rank';
import type { Register, Registers, RegisterWrite } from './register';

/** Value of the register `window`: whether the conversation was open at its time. */
type WindowMark = 'open' | 'closed';

/** State of a conversation, as the registers have it at a time. */
export interface Conversation extends HumanReplies {
	window: 'open' | 'closed';
	/** When the window closes or closed; `undefined` when it was never open. Epoch ms */
	windowClosesAt?: number;
	holder: Holder;
	/** Categories that the customer opted out of, in the names that templates use. */
	optedOut: ReadonlySet<string>;
}

/** The register of a number that shows whether the business agent answers on it. */
export const AGENT_ANSWERS = 'agent-answers';

/** What shows that the business agent answers on a number: a handover names it, or it wrote. */
export function signOfAgent(event: MessageEvent | AgentReplyEvent | HandoverEvent): RegisterWrite[] {
	const { channel, at, id } = event;
	const isNamed =
		event.kind === 'agent_reply' ||
		(event.kind === 'message' && event.heldBy === 'agent') ||
		(event.kind === 'handover' && (event.to === 'agent' || responderOf(event.previousOwner) === 'agent'));
	if (!isNamed || channel === undefined) return [];
	return [{ scope: channel, subject: '', name: AGENT_ANSWERS, at, rank: RANK.message, id, value: true }];
}

/**
 * Where a conversation's registers are: the group's for all its members, otherwise the customer's. The user id comes
 * first, as a phone number can become another customer's.
 */
export function conversationOf<Contact extends string | undefined>(event: {
	contact?: Contact;
	userId?: string;
	group?: string;
}): string | Contact {
	if (event.group !== undefined) return normalizeAddress(event.group);
	return event.userId ?? (event.contact as Contact);
}

const CATEGORY_OF_PREFERENCE: ReadonlyMap<string, string> = new Map([['marketing_messages', 'MARKETING']]);

/** The register of an opt-out. */
export function optOutRegister(category: string): string {
	return `opt-out:${CATEGORY_OF_PREFERENCE.get(category) ?? category.toUpperCase()}`;
}

type OfConversation = { channel?: string; at: number; id: string };

function write<Value>(
	event: OfConversation,
	subject: string,
	name: string,
	rank: number,
	value: Value,
): RegisterWrite<Value>[] {
	if (event.channel === undefined) return [];
	return [{ scope: event.channel, subject, name, at: event.at, rank, id: event.id, value }];
}

const holder = (event: OfConversation, subject: string, sign: HolderSign) => {
	const { to, rank } = holderAfter(sign);
	return write<HolderMark>(event, subject, 'holder', rank, to);
};

/** A customer's message opens the window, and shows by its field who holds the conversation. */
export function changesOfMessage(event: MessageEvent): RegisterWrite[] {
	const subject = conversationOf(event);
	const { type } = event.message;
	const opens = !TYPES_THAT_OPEN_NO_WINDOW.has(type);
	return [
		...(opens ? write<WindowMark>(event, subject, 'window', RANK.message, 'open') : []),
		// System messages are the platform's own, and calls go to nobody's field: neither shows who holds the conversation.
		...(type === 'system' || type === 'call'
			? []
			: holder(event, subject, event.heldBy === 'agent' ? 'standby-message' : 'message')),
	];
}

/** The agent's reply shows that the agent holds the conversation. */
export function changesOfAgentReply(event: AgentReplyEvent): RegisterWrite[] {
	return holder(event, conversationOf(event), 'agent-reply');
}

/** Control passed; unless nobody can tell to whom. */
export function changesOfHandover(event: HandoverEvent): RegisterWrite[] {
	return event.to === undefined ? [] : holder(event, conversationOf(event), `handover-to-${event.to}`);
}

/** Someone at the business answered in the phone app, or probably did with another system. */
export function changesOfHumanReply(event: AppReplyEvent | StatusEvent): RegisterWrite[] {
	const name = event.kind === 'app_reply' ? HUMAN_REPLIED.known : HUMAN_REPLIED.elsewhere;
	const subject = conversationOf(event);
	return subject === undefined ? [] : write<HumanMark>(event, subject, name, RANK.message, 'replied');
}

/** An opt-out or an opt-in. A choice that is neither says nothing of them. */
export function changesOfPreference(event: PreferenceEvent): RegisterWrite[] {
	if (event.value !== 'stop' && event.value !== 'resume') return [];
	return write(event, conversationOf(event), optOutRegister(event.category), RANK.message, event.value);
}

type WindowAtTime = Pick<Conversation, 'window' | 'windowClosesAt'>;

function windowAt(
	now: number,
	register: Register | undefined,
	lastInboundAt: number | undefined,
): WindowAtTime {
	const hint = lastInboundAt === undefined ? -Infinity : Math.min(lastInboundAt, now);
	const hinted = hint > (register?.at ?? -Infinity);
	const mark = hinted ? 'open' : register?.value;
	if (mark !== 'open') return { window: 'closed' as const, windowClosesAt: register?.at };
	const windowClosesAt = (hinted ? hint : register!.at) + CONVERSATION_WINDOW;
	return { window: now < windowClosesAt ? ('open' as const) : ('closed' as const), windowClosesAt };
}

/**
 * Whether a conversation has become idle since the sign of its holder: the customer didn't write for 24 hours, which no
 * event reports (platform-facts-2026, section 3). A sign after that, such as a handover, counts for as long itself.
 */
function isIdleSince(sign: Register, now: number, { window, windowClosesAt }: WindowAtTime): boolean {
	if (window === 'open') return false;
	const isOfLastWindow = windowClosesAt !== undefined && sign.at < windowClosesAt;
	return isOfLastWindow || now >= sign.at + CONVERSATION_WINDOW;
}

/**
 * Who holds the conversation. An agent that answers on a number holds every conversation that nobody else has shown to
 * hold, and a release gives it the conversation (interface, Conversation control); a number without an agent has
 * no one to give it to. An idle conversation is the agent's again; without one, it stays with the business, and
 * nobody else keeps it.
 */
function holderOf(mark: HolderMark | undefined, agentAnswers: boolean | undefined, isIdle: boolean): Holder {
	if (mark === undefined) return agentAnswers ? 'agent' : 'business';
	if (mark === 'released') return agentAnswers === false ? 'nobody' : 'agent';
	if (!isIdle) return mark;
	if (agentAnswers) return 'agent';
	return mark === 'business' ? 'business' : 'nobody';
}

/** What is known beside a conversation's registers. */
export interface Surroundings {
	/** What the caller knows of the customer's last message; counts if it is newer. Epoch ms */
	lastInboundAt?: number;
	/** Whether the business agent answers on the number; absent if nobody knows. */
	agentAnswers?: boolean;
}

/**
 * The conversation at `now`. A window is open until 24 hours after the customer's last message, and closed at
 * 24 hours exactly (interface, business rule).
 */
export function conversationAt(
	now: number,
	registers: Registers,
	{ lastInboundAt, agentAnswers }: Surroundings = {},
): Conversation {
	const optedOut = Object.entries(registers)
		.filter(([name, register]) => name.startsWith('opt-out:') && register.value === 'stop')
		.map(([name]) => name.slice('opt-out:'.length));
	const window = windowAt(now, registers.window, lastInboundAt);
	const sign = registers.holder;
	const isIdle = sign !== undefined && isIdleSince(sign, now, window);
	return {
		...window,
		holder: holderOf(sign?.value as HolderMark | undefined, agentAnswers, isIdle),
		optedOut: new Set(optedOut),
		...humanReplies(registers),
	};
}
