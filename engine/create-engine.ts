import type { Runtime } from '../base';
import { CONVERSATION_WINDOW, normalizeAddress, normalizeLanguage } from '../platform';
import { changesOfOutcome } from './changes-of-outcome';
import { commitInPieces } from './commit-in-pieces';
import type { MessagingEvent } from './events/messaging-event';
import { openGatewayClocks } from './gateway-clocks';
import type { Decision } from './decision';
import type { Intent } from './intent';
import type { EngineOutcome, RefusedOutcome, SentOutcome } from './outcome';
import { openPlacing } from './place-events';
import type { Facts } from './policies/facts';
import { factsOf } from './policies/facts-of-intent';
import type { PolicyDocument } from './policies/policy';
import { readsOfPolicy } from './policies/reads-of-policy';
import { compilePolicy } from './policies/compile-policy';
import { policies } from './policies/shipped-policies';
import { compileReactions } from './reactions/compile-reactions';
import type { Reaction } from './reactions/reaction';
import type { Conversation } from './state/conversation';
import { AGENT_ANSWERS, conversationAt } from './state/conversation';
import type { Registers } from './state/register';
import type { Template, TemplateStep } from './state/template';
import { templateAt, templateLifecycle } from './state/template';
import type { DecisionState, DecisionStateQuery, StartState, Store } from './store/store';

export interface IngestResult {
	/** Events that were never seen before, dated as they were kept. */
	fresh: MessagingEvent[];
	duplicates: number;
	reactions: Reaction[];
	/** How many events have data that can't be stored as it is: they are kept as `unknown`, and change nothing. */
	unstorable: number;
	/** Fresh events of a number that nobody could name: they count once their account's number is known. */
	unplaced: MessagingEvent[];
	/** The events of `start.eventIds`, and whether an execution may be started for each. */
	starts: Array<{ event: MessagingEvent; state: StartState }>;
}

export interface IngestOptions {
	/** Notes that this trigger is about to start executions for these events. */
	start?: { trigger: string; eventIds: ReadonlySet<string> };
}

export interface Engine {
	readonly store: Store;
	/** Time, timers, and randomness, for everyone who works with this engine. */
	readonly runtime: Runtime;
	/** The gateway's clock for a channel. Epoch ms */
	now(channel?: string): Promise<number>;
	/**
	 * Notes what time the gateway says it is (epoch ms): the `Date` header of an answer.
	 * @param believed what the caller read as its time just now (epoch ms); read from the store if left out
	 */
	observeClock(channel: string, gatewayTime: number, believed?: number): Promise<void>;
	/** The channels that have an event dated later than their clock allows: asking the gateway for the time tells why. */
	channelsBehind(events: MessagingEvent[]): Promise<string[]>;
	/**
	 * Commits the events of a delivery: inbox, marks and state in one transaction. A large delivery takes several;
	 * if one of them fails, the delivery has to come again, and what was committed is known then.
	 */
	ingest(events: MessagingEvent[], options?: IngestOptions): Promise<IngestResult>;
	/** The reactions of the engine's policy to an event, as `ingest` returns them for fresh ones. */
	reactionsTo(event: MessagingEvent): Promise<Reaction[]>;
	/** Notes acts of our own, in one transaction. */
	record(...outcomes: EngineOutcome[]): Promise<Reaction[]>;
	/**
	 * Notes the answer to a send that was begun, with what it changes, in one transaction: the message was accepted, or
	 * it was refused, and its send is forgotten.
	 * @param now epoch ms of the gateway's clock
	 */
	recordSend(key: string, answer: SendAnswer, now: number): Promise<Reaction[]>;
	/** What is known about a conversation now, however the customer is named. */
	conversation(intent: Pick<Intent, 'channel' | 'to'>): Promise<Conversation>;
	/** The conversations whose window is open now, by contact; only those that close within a time (ms), if given. */
	openConversations(query: OpenConversationsQuery): Promise<OpenConversationState[]>;
	/** What is known about a template now. */
	template(intent: Pick<Intent, 'channel' | 'account' | 'template'>): Promise<Template>;
	/** The life of a template until now, oldest step first; empty when nothing was heard of it. */
	templateLifecycle(intent: Pick<Intent, 'channel' | 'account' | 'template'>): Promise<TemplateStep[]>;
	/** An engine with the same store and clock that asks another policy. */
	withPolicy(policy: PolicyDocument): Engine;
	/** What is known about this message now, read in one go. */
	look(intent: Intent): Promise<Situation>;
	/** What the rules are asked with for this message now. */
	facts(intent: Intent): Promise<Facts>;
	/** May this message go out now, and as what? By the facts given, if the caller has just looked. */
	decide(intent: Intent, options?: { trace?: boolean; facts?: Facts }): Promise<Decision>;
	/** The same for many messages in one go. */
	decideAll(intents: Intent[]): Promise<Decision[]>;
}

/** What is known about a message at one moment, `facts.now`. */
export interface Situation {
	facts: Facts;
	template: Template;
}

/** The answer to a send of ours: `kept` is what a repeat of the send is told. */
export type SendAnswer = { outcome: SentOutcome; kept: unknown } | { outcome: RefusedOutcome };

export interface OpenConversationsQuery {
	channel: string;
	/** ms */
	closingWithin?: number;
	/** The contact to continue after. */
	after?: string;
	/** 100 by default. */
	limit?: number;
}

export interface OpenConversationState extends Conversation {
	contact: string;
}

export interface EngineOptions {
	store: Store;
	/** `strict` by default. */
	policy?: PolicyDocument;
	/** The store's own by default. */
	runtime?: Runtime;
	/** The local clock, if it isn't the runtime's. Epoch ms */
	now?: () => number;
	/**
	 * Whether the business agent answers on the numbers, so that it holds each conversation by default (interface,
	 * Conversation control). If left out, it is learned from the first sign of an agent.
	 */
	agentAnswers?: boolean;
}

/** How long a started execution may take to be answered before its event may be started again. ms */
const START_LEASE = 60_000;

/** The first of each id: one delivery can hold an event twice. */
function withoutRepeats(events: MessagingEvent[]): MessagingEvent[] {
	const seen = new Set<string>();
	return events.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * The domain: takes in what happens, keeps the state, decides what may go out. It knows no HTTP and no n8n.
 */
export function createEngine({
	store,
	policy = policies.strict,
	runtime: given = store.runtime,
	now: localTime = given.now,
	agentAnswers: told,
}: EngineOptions): Engine {
	const runtime: Runtime = { ...given, now: localTime };
	const rules = compilePolicy(policy);
	const readsAt = readsOfPolicy(policy);
	const reactions = compileReactions(policy);
	const clocks = openGatewayClocks(store, runtime);
	const placing = openPlacing(store, runtime);

	function stateQuery(
		{ channel, account, template }: Pick<Intent, 'channel' | 'account' | 'template'>,
		to: string,
	) {
		const named = template && { name: template.name, language: normalizeLanguage(template.language) };
		return { channel, account, template: named, contact: normalizeAddress(to) };
	}

	const decisionQuery = (intent: Intent, now: number): DecisionStateQuery => ({
		...stateQuery(intent, intent.to),
		...readsAt(now),
	});

	/** The time on each channel. */
	async function timesOn(channels: string[]): Promise<(channel: string) => number> {
		const times = new Map<string, number>();
		for (const channel of new Set(channels)) times.set(channel, await clocks.now(channel));
		return (channel) => times.get(channel)!;
	}

	const agentAnswersIn = (ofChannel: Registers) => told ?? (ofChannel[AGENT_ANSWERS] && true);

	function situationIn(state: DecisionState, intent: Intent): Situation {
		const at = localTime() + ((state.channel.clock?.value as number | undefined) ?? 0);
		const { lastInboundAt } = intent;
		const conversation = conversationAt(at, state.conversation, {
			lastInboundAt,
			agentAnswers: agentAnswersIn(state.channel),
		});
		const template = templateAt(at, state.template.history, state.template.registers);
		return { facts: factsOf(at, intent, conversation, template, state), template };
	}

	const asksWhatWasSent = Object.keys(readsAt(0)).length > 0;

	async function look(intent: Intent): Promise<Situation> {
		// The clock is part of the state too; only what was sent before is looked up as of a time.
		const now = asksWhatWasSent ? await clocks.now(intent.channel) : 0;
		return situationIn(await store.readDecisionState(decisionQuery(intent, now)), intent);
	}

	const facts = async (intent: Intent): Promise<Facts> => (await look(intent)).facts;

	return {
		store,
		runtime,
		look,
		facts,
		withPolicy: (other) => createEngine({ store, policy: other, runtime, agentAnswers: told }),
		now: clocks.now,
		observeClock: clocks.observe,
		channelsBehind: clocks.channelsBehind,

		async ingest(events, options = {}) {
			const latest = await clocks.latestDate(events);
			const placed = await placing.place(withoutRepeats(events));
			const dated = placed.map((event) => ({ ...event, at: Math.min(event.at, latest) }));
			const start = options.start && { ...options.start, leaseMs: START_LEASE };
			const committed = await commitInPieces(dated, { store, receivedAt: localTime(), start });
			const fresh = dated.filter((_, index) => committed[index]!.fresh);
			await placing.settle(fresh);
			const starts = dated.flatMap((event, index) => {
				const state = committed[index]!.start;
				return state ? [{ event, state }] : [];
			});
			return {
				fresh,
				duplicates: events.length - fresh.length,
				unplaced: placing.unplaced(fresh),
				unstorable: committed.filter(({ unstorable }) => unstorable).length,
				reactions: await reactions.toEvents(fresh),
				starts,
			};
		},

		reactionsTo: (event) => reactions.toEvents([event]),

		async record(...outcomes) {
			const timeOn = await timesOn(outcomes.map(({ channel }) => channel));
			await store.apply(...outcomes.map((outcome) => changesOfOutcome(outcome, timeOn(outcome.channel))));
			const refused = outcomes.filter(({ kind }) => kind === 'refused') as RefusedOutcome[];
			return (await Promise.all(refused.map(reactions.toRefusal))).flat();
		},

		async recordSend(key, answer, now) {
			const changes = changesOfOutcome(answer.outcome, now);
			if ('kept' in answer) {
				const { outcome, kept } = answer;
				const end = { state: 'accepted', messageId: outcome.messageId, outcome: kept } as const;
				await store.sends.end(key, end, changes);
				return [];
			}
			await store.sends.forget(key, changes);
			return reactions.toRefusal(answer.outcome);
		},

		async conversation({ channel, to }) {
			const state = await store.readDecisionState(stateQuery({ channel }, to));
			const agentAnswers = agentAnswersIn(state.channel);
			return conversationAt(await clocks.now(channel), state.conversation, { agentAnswers });
		},

		async openConversations({ channel, closingWithin, ...page }) {
			const now = await clocks.now(channel);
			const openedAfter = now - CONVERSATION_WINDOW;
			const open = await store.conversations.list({
				...page,
				channel,
				openedAfter,
				...(closingWithin !== undefined && { openedUpTo: openedAfter + closingWithin }),
			});
			const learned = await store.readRegister(channel, '', AGENT_ANSWERS);
			const agentAnswers = told ?? (learned && true);
			return open.map(({ contact, registers }) => ({
				contact,
				...conversationAt(now, registers, { agentAnswers }),
			}));
		},

		async template(intent) {
			const { template } = await store.readDecisionState(stateQuery(intent, ''));
			return templateAt(await clocks.now(intent.channel), template.history, template.registers);
		},

		async templateLifecycle(intent) {
			const { template } = await store.readDecisionState(stateQuery(intent, ''));
			return templateLifecycle(await clocks.now(intent.channel), template.history, template.registers);
		},

		async decide(intent, { trace = false, facts: given } = {}) {
			const known = given ?? (await facts(intent));
			return { ...(await rules.ask(known, trace)), facts: known };
		},

		async decideAll(intents) {
			const timeOn = await timesOn(intents.map(({ channel }) => channel));
			const queries = intents.map((intent) => decisionQuery(intent, timeOn(intent.channel)));
			const states = await store.readDecisionStates(queries);
			const known = intents.map((intent, index) => situationIn(states[index]!, intent).facts);
			const verdicts = await rules.askAll(known);
			return verdicts.map((verdict, index) => ({ ...verdict, facts: known[index]! }));
		},
	};
}
