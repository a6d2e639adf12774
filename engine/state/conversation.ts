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
import { pricingOfSend } from '../pricing';
import type { HolderMark, HolderSign } from './holder-transitions';
import { holderAfter } from './holder-transitions';
import type { HumanMark, HumanReplies } from './human-replies';
import { HUMAN_REPLIED, humanReplies } from './human-replies';
import { RANK, isNewer } from './register';
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
	/** Whether messages are free as the customer came through an entry point; absent if no status says so. */
	freeEntry?: 'open' | 'closed';
}

/** The register of a number that shows that a third responder, who is neither the business nor its agent, has a role on it. */
export const THIRD_RESPONDER = 'third-responder';

/** What shows that a number has a third responder: a handover names its role. */
export function signOfThird({ channel, at, id, ...event }: HandoverEvent): RegisterWrite[] {
	const named = [event.newOwner, event.previousOwner].map(responderOf);
	if (channel === undefined || !named.includes('other')) return [];
	return [{ scope: channel, subject: '', name: THIRD_RESPONDER, at, rank: RANK.message, id, value: true }];
}

/** The register of a number that shows whether the business agent answers on it. */
export const AGENT_ANSWERS = 'agent-answers';

/** Whether a handover says that there is an agent. Only an agent leaves a conversation to the business without its role. */
const isOfAgent = ({ to, assumed, previousOwner, newOwner }: HandoverEvent) =>
	(to === 'agent' && !assumed) ||
	responderOf(previousOwner) === 'agent' ||
	(to === 'business' && newOwner === undefined);

/** What shows that the business agent answers on a number: a handover names it, or it wrote. */
export function signOfAgent(event: MessageEvent | AgentReplyEvent | HandoverEvent): RegisterWrite[] {
	const { channel, at, id } = event;
	const isNamed =
		event.kind === 'agent_reply' ||
		(event.kind === 'message' && event.heldBy === 'agent') ||
		(event.kind === 'handover' && isOfAgent(event));
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

/** Who holds a conversation if its number has only two responders: kept apart, as a third one may show later. */
export const ASSUMED_HOLDER = 'holder-of-two';

const holder = (event: OfConversation, subject: string, sign: HolderSign, name = 'holder') => {
	const { to, rank } = holderAfter(sign);
	return write<HolderMark>(event, subject, name, rank, to);
};

/** The newest sign of who holds a conversation. */
function newestSign(registers: Registers, thirdResponder = false): Register | undefined {
	const { holder: known, [ASSUMED_HOLDER]: assumed } = registers;
	if (assumed === undefined || thirdResponder) return known;
	return known && isNewer(known, assumed) ? known : assumed;
}

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
	const subject = conversationOf(event);
	if (event.assumed) return holder(event, subject, 'handover-to-nobody-named', ASSUMED_HOLDER);
	return event.to === undefined ? [] : holder(event, subject, `handover-to-${event.to}`);
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

/** The register of a free entry point: when it ends (epoch ms), or 0 if the status didn't say. */
const FREE_ENTRY = 'free-entry';

/** A status that calls its message free by an entry point shows that one is open (docs/interface.md, Prices). */
export function changesOfFreeEntry(event: StatusEvent): RegisterWrite[] {
	const subject = conversationOf(event);
	if (subject === undefined || pricingOfSend(event.pricing)?.type !== 'free_entry_point') return [];
	return write<number>(event, subject, FREE_ENTRY, RANK.message, event.conversationEndsAt ?? 0);
}

/** Without an end, it's known only for as long as the window that was open then. */
function freeEntryAt(
	now: number,
	register: Register | undefined,
	{ window, windowClosesAt = 0 }: WindowAtTime,
): Conversation['freeEntry'] {
	if (register === undefined) return undefined;
	const endsAt = register.value as number;
	if (endsAt > 0) return now < endsAt ? 'open' : 'closed';
	return window === 'open' && register.at >= windowClosesAt - CONVERSATION_WINDOW ? 'open' : undefined;
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
 * event reports (docs/interface.md, Conversation control). A sign after that, such as a handover, counts for as long
 * itself.
 */
function isIdleSince(sign: Register, now: number, { window, windowClosesAt }: WindowAtTime): boolean {
	if (window === 'open') return false;
	const isOfLastWindow = windowClosesAt !== undefined && sign.at < windowClosesAt;
	return isOfLastWindow || now >= sign.at + CONVERSATION_WINDOW;
}

/**
 * Who holds the conversation. An agent that answers on a number holds every conversation that nobody else has shown to
 * hold, and a release gives it the conversation (docs/interface.md, Conversation control); a number without an agent
 * has no one to give it to. An idle conversation is the agent's again; without one, it stays with the business, and
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
	/** Whether a third responder has shown on the number. */
	thirdResponder?: boolean;
}

/**
 * The conversation at `now`. A window is open until 24 hours after the customer's last message, and closed at
 * 24 hours exactly (docs/interface.md, Business rule).
 */
export function conversationAt(
	now: number,
	registers: Registers,
	{ lastInboundAt, agentAnswers, thirdResponder }: Surroundings = {},
): Conversation {
	const optedOut = Object.entries(registers)
		.filter(([name, register]) => name.startsWith('opt-out:') && register.value === 'stop')
		.map(([name]) => name.slice('opt-out:'.length));
	const window = windowAt(now, registers.window, lastInboundAt);
	const sign = newestSign(registers, thirdResponder);
	const freeEntry = freeEntryAt(now, registers[FREE_ENTRY], window);
	const isIdle = sign !== undefined && isIdleSince(sign, now, window);
	return {
		...window,
		holder: holderOf(sign?.value as HolderMark | undefined, agentAnswers, isIdle),
		optedOut: new Set(optedOut),
		...humanReplies(registers),
		...(freeEntry && { freeEntry }),
	};
}
