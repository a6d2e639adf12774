import { CONVERSATION_WINDOW, timeZonesOf } from '../../platform';
import { writeZones, zonesIn } from '../../rules';
import { changesOfEvent } from '../changes-of-event';
import { factsOfSends, lastReplyAt } from '../policies/facts-of-intent';
import type { Facts } from '../policies/facts';
import type { PolicyDocument } from '../policies/policy';
import { readsOfPolicy } from '../policies/reads-of-policy';
import {
	AGENT_ANSWERS,
	ASSUMED_HOLDER,
	conversationAt,
	optOutRegister,
	THIRD_RESPONDER,
} from '../state/conversation';
import { HUMAN_REPLIED, humanRepliedAgo } from '../state/human-replies';
import type { Register, Registers } from '../state/register';
import { dateOf, isNewer } from '../state/register';
import type { KeptDecision } from '../store/decisions';
import type { ConversationEvent } from '../store/conversations';
import type { NumberSettings } from '../store/number-settings';
import type { DecisionState, Store } from '../store/store';
import type { Known } from './kept-facts';
import { localFacts } from './kept-facts';
import { openSpentThen } from './spent-then';

/** The newest events of a conversation that are looked at. */
const MOST_EVENTS = 1_000;

/** The registers of a conversation as they were, and the names of those of which that can't be told. */
interface Past {
	registers: Record<string, Register>;
	unknown: Set<string>;
}

/** What a conversation's events wrote until a time. */
async function writtenUntil(
	at: number,
	events: ConversationEvent[],
	store: Store,
): Promise<Map<string, Register>> {
	const written = new Map<string, Register>();
	for (const event of events) {
		for (const { name, ...register } of (await changesOfEvent(event, store.sends)).registers ?? []) {
			const before = written.get(name);
			if (dateOf(register) <= at && (!before || isNewer(register, before))) written.set(name, register);
		}
	}
	return written;
}

/** The registers as of a time: what wasn't written since, and of the others what the events say that remain. */
async function registersAt(
	at: number,
	{ conversation }: DecisionState,
	events: () => Promise<{ all: ConversationEvent[]; since: number }>,
	store: Store,
): Promise<Past> {
	const names = Object.keys(conversation);
	const later = names.filter((name) => dateOf(conversation[name]!) > at);
	const registers = Object.fromEntries(
		names.filter((name) => !later.includes(name)).map((name) => [name, conversation[name]!]),
	);
	if (later.length === 0) return { registers, unknown: new Set() };
	const { all, since } = await events();
	const written = await writtenUntil(at, all, store);
	const unknown = new Set(later.filter((name) => !written.has(name)));
	for (const name of later) if (written.has(name)) registers[name] = written.get(name)!;
	// Nobody wrote within the 24 hours before: that is a closed window, whatever was earlier.
	if (since <= at - CONVERSATION_WINDOW) unknown.delete('window');
	return { registers, unknown };
}

/** What is known of the number itself: the same, without events. */
const ofNumber = (registers: Registers, name: string, at: number) => {
	const register = registers[name];
	return register !== undefined && dateOf(register) <= at;
};

const HOLDER = ['holder', ASSUMED_HOLDER, 'window'];
const REPLIES = Object.values(HUMAN_REPLIED);
const OPT_OUT = optOutRegister('');

/** The facts about a conversation that can be told. */
function factsOfPast(
	{ at }: KeptDecision,
	{ category }: Partial<Facts>,
	{ registers, unknown }: Past,
	{ channel }: DecisionState,
	told: boolean | undefined,
): Partial<Facts> {
	const isKnown = (...names: string[]) => !names.some((name) => unknown.has(name));
	const agentAnswers = told ?? (ofNumber(channel, AGENT_ANSWERS, at) || undefined);
	const conversation = conversationAt(at, registers, {
		...(agentAnswers !== undefined && { agentAnswers }),
		thirdResponder: ofNumber(channel, THIRD_RESPONDER, at),
	});
	const isOpen = conversation.window === 'open';
	const windowClosesAt = isOpen ? conversation.windowClosesAt! : 0;
	const { humanReplied, knownHumanReplied } = humanRepliedAgo(at, conversation);
	const optOuts = [...Object.keys(registers), ...unknown].filter((name) => name.startsWith(OPT_OUT));
	const isOptOutKnown = category === undefined ? optOuts.length === 0 : isKnown(optOutRegister(category));
	return {
		...(isKnown('window') && {
			window: conversation.window,
			windowClosesAt,
			windowClosesIn: isOpen ? windowClosesAt - at : 0,
		}),
		...(isKnown(...HOLDER) && { holder: conversation.holder }),
		...(isOptOutKnown && { optedOut: category !== undefined && conversation.optedOut.has(category) }),
		...(isKnown(HUMAN_REPLIED.known) && { knownHumanReplied }),
		...(isKnown(...REPLIES) && { humanReplied }),
	};
}

/** The facts about what was sent before that can be told: nothing is counted for the whole number. */
function factsOfSent(
	at: number,
	{ sent }: DecisionState,
	{ window, windowClosesAt = 0 }: Partial<Facts>,
): Partial<Facts> {
	const before = sent.filter((send) => send.at <= at);
	const { messagesSent, templatesSent, marketingSent } = factsOfSends(at, {
		sent: before,
		newCustomers: { count: 0, known: false },
	});
	const repliedAt = window === undefined ? undefined : lastReplyAt({ window, windowClosesAt, now: at });
	return {
		messagesSent,
		templatesSent,
		marketingSent,
		...(repliedAt !== undefined && {
			messagesSinceReply: window === 'open' ? before.filter((send) => send.at >= repliedAt).length : 0,
		}),
	};
}

/**
 * The time zones of a message that was decided as those are that come without one: the number's, or else those of the
 * customer's phone number.
 */
const zonesOf = (
	{ channel, contact }: KeptDecision,
	settings: ReadonlyMap<string, NumberSettings>,
	phone?: string,
) => {
	const { timeZone } = settings.get(channel) ?? {};
	return writeZones(timeZone === undefined ? timeZonesOf(phone ?? contact) : [timeZone]);
};

/**
 * Rebuilds facts that the policy of then didn't read: the time zones, and for decisions of the days whose events remain,
 * the state of the conversation, what was sent before, and what was spent. What a caller gave with the message, such as
 * its template, is not known.
 * @param agentAnswers whether the agent answers on the numbers, if that was said
 * @param account the account of the numbers, if the caller knows it
 * @returns for each decision the facts that were kept, and those that could be rebuilt
 */
export async function openRebuilding(
	store: Store,
	candidate: Pick<PolicyDocument, 'rules'>,
	{ agentAnswers, account }: { agentAnswers: boolean | undefined; account: string | undefined },
): Promise<(known: readonly Known[]) => Promise<Array<Partial<Facts>>>> {
	const [hasForgotten, { times: ofStore }, settings, { oldestAt = Infinity }] = await Promise.all([
		store.retention.hasForgotten(),
		store.retention.read(),
		store.settings.all(),
		store.inbox.stats(),
	]);
	// Until a store forgets something, it knows all that came before.
	const knownSince = (channel: string) => {
		const { events, sends, recipients } = { ...ofStore, ...settings.get(channel)?.retention };
		const now = store.runtime.now();
		return hasForgotten
			? {
					received: Math.max(oldestAt, now - events),
					sent: now - sends,
					spent: now - Math.min(sends, recipients),
				}
			: { received: -Infinity, sent: -Infinity, spent: -Infinity };
	};
	const readsAt = readsOfPolicy(candidate);
	const spentThen = openSpentThen(store, candidate, (channel) => knownSince(channel).spent, account);

	return async (known) => {
		const remain = known.filter(({ decision: { at, channel } }) => at >= knownSince(channel).received);
		const reads = remain.map(({ decision }) => readsAt(decision.at).sentSince);
		const states = await store.readDecisionStates(
			remain.map(({ decision: { channel, contact, key } }, index) => ({
				channel,
				contact,
				without: key,
				...(reads[index] !== undefined && { sentSince: reads[index] }),
			})),
		);
		const rebuilt = new Map<Known, Partial<Facts>>();
		for (const [index, one] of remain.entries()) {
			const { decision } = one;
			const { channel, contact, at } = decision;
			const state = states[index]!;
			const since = knownSince(channel);
			const events = async () => {
				const found = await store.conversations.happenings({ channel, contact, limit: MOST_EVENTS });
				const all = found.received;
				return { all, since: all.length < MOST_EVENTS ? since.received : all.at(-1)!.at };
			};
			const past = await registersAt(at, state, events, store);
			const facts = factsOfPast(decision, one.facts, past, state, agentAnswers);
			const sentSince = reads[index];
			const isSentKnown = sentSince !== undefined && sentSince >= since.sent;
			const sent = isSentKnown ? factsOfSent(at, state, { ...facts, ...one.facts }) : {};
			const timeZones = zonesOf(decision, settings, state.phone);
			rebuilt.set(one, { timeZones, ...facts, ...sent });
		}
		const toldOf = (one: Known) => ({ ...rebuilt.get(one), ...one.facts });
		const spent = await spentThen(known.map((one) => ({ ...one, facts: toldOf(one) })));
		return known.map((one, index) => {
			const { decision } = one;
			const facts = { timeZones: zonesOf(decision, settings), ...spent[index], ...toldOf(one) };
			return { ...facts, ...localFacts(zonesIn(facts), decision.at) };
		});
	};
}
