import type { Runtime } from '../base';
import { refuseOptions } from '../base';
import { CONVERSATION_WINDOW, isUserId, normalizeAddress, normalizeLanguage } from '../platform';
import { changesOfOutcome, dateOfCorrection, isCorrection } from './changes-of-outcome';
import type { MessagingEvent } from './events/messaging-event';
import { replayDecisions } from './decisions/replay';
import type { TimelineEntry } from './decisions/timeline';
import { timelineOf } from './decisions/timeline';
import { unanswered } from './decisions/unanswered';
import type { Engine, Situation } from './engine';
import type { EngineOptions } from './engine-options';
import { CONVERSATIONS, ENGINE_OPTIONS, refuseEach, REPLAY, TIMELINE, TRACE } from './engine-options';
import { forgetOldNowAndThen } from './forget-old';
import { openGatewayClocks } from './gateway-clocks';
import { dayIn } from './money/days';
import type { PriceList } from './money/price-table';
import { pricesOfNumber } from './money/prices-of-account';
import { costOfDecided } from './money/decided-cost';
import { campaignOfSpending, formNow, reservationOf } from './money/reservation';
import type { Decision, Verdict } from './decision';
import { openIngest } from './ingest';
import type { Intent } from './intent';
import { CUSTOMER, refuseIntent } from './intent';
import type { EngineOutcome, RefusedOutcome } from './outcome';
import type { Facts } from './policies/facts';
import { factsOf } from './policies/facts-of-intent';
import { ownFactsOf, refuseOwnFacts } from './policies/own-facts';
import { readyPolicy } from './policies/ready-policy';
import { policies } from './policies/shipped-policies';
import type { Reaction } from './reactions/reaction';
import { AGENT_ANSWERS, conversationAt, THIRD_RESPONDER } from './state/conversation';
import { withNewsOnce } from './events/first-status';
import type { Registers, StateChanges } from './state/register';
import { templateAt, templateLifecycle, wasApproved } from './state/template';
import type { Happenings } from './store/conversations';
import type { DecisionState, DecisionStateQuery } from './store/store';

/** Of each kind of entry in a timeline. */
const MOST_TOLD = 1_000;

/**
 * The domain: takes in what happens, keeps the state, decides what may go out. It knows no HTTP and no n8n.
 *
 * @throws TypeError that names all that is wrong with the options
 * @example
 * const engine = createEngine({ store: await openStore('sqlite:messages.db') });
 * const { action, reason } = await engine.decide({ channel: '106540352242922', to: '+14155550123' });
 */
export function createEngine(options: EngineOptions): Engine {
	refuseOptions('createEngine', options, ENGINE_OPTIONS);
	const { store, policy = policies.strict, agentAnswers: told, keepSentTexts = false } = options;
	const { runtime: given = store.runtime, now: localTime = given.now } = options;
	const runtime: Runtime = { ...given, now: localTime };
	const { rules, reactions, readsAt, capsOf, money, logged } = readyPolicy(store, policy);
	const clocks = openGatewayClocks(store, runtime);

	function stateQuery(
		{ channel, account, template }: Pick<Intent, 'channel' | 'account' | 'template'>,
		to: string,
	) {
		const named = template && { name: template.name, language: normalizeLanguage(template.language) };
		const contact = normalizeAddress(to);
		return { channel, account, template: named, contact, withPhone: isUserId(contact) };
	}

	const decisionQuery = (intent: Intent, now: number, prices: PriceList | undefined): DecisionStateQuery => ({
		...stateQuery(intent, intent.to),
		...readsAt(now),
		...(prices &&
			money === 'spending' && {
				spentOn: dayIn(prices.timeZone, now),
				campaign: campaignOfSpending(intent.campaign),
			}),
	});

	function changesOf(outcome: EngineOutcome, now: number): StateChanges {
		const { sentTexts = [], ...changes } = changesOfOutcome(outcome, now);
		return keepSentTexts ? { ...changes, sentTexts } : changes;
	}

	async function changesOrCorrection(outcome: EngineOutcome, now: number): Promise<StateChanges> {
		const changes = changesOf(outcome, now);
		if (!isCorrection(outcome)) return changes;
		const { conversation } = await store.readDecisionState(
			stateQuery({ channel: outcome.channel }, outcome.to),
		);
		return changesOf(outcome, dateOfCorrection(changes.registers ?? [], conversation, now));
	}

	/** The time on each channel. */
	async function timesOn(channels: string[]): Promise<(channel: string) => number> {
		const times = new Map<string, number>();
		for (const channel of new Set(channels)) times.set(channel, await clocks.now(channel));
		return (channel) => times.get(channel)!;
	}

	const surroundingsIn = (ofChannel: Registers) => ({
		agentAnswers: told ?? (ofChannel[AGENT_ANSWERS] && true),
		thirdResponder: THIRD_RESPONDER in ofChannel,
	});

	function situationIn(state: DecisionState, intent: Intent, prices: PriceList | undefined): Situation {
		const at = localTime() + ((state.channel.clock?.value as number | undefined) ?? 0);
		const { lastInboundAt } = intent;
		const conversation = conversationAt(at, state.conversation, {
			lastInboundAt,
			...surroundingsIn(state.channel),
		});
		const template = templateAt(at, state.template.history, state.template.registers);
		const facts = {
			...factsOf(at, intent, conversation, template, state, prices),
			...ownFactsOf(policy, intent.facts),
		};
		const sendTo = facts.category === 'AUTHENTICATION' ? state.phone : undefined;
		const to = state.phone ?? state.contact;
		return { facts, template, to, ...(sendTo !== undefined && { sendTo }) };
	}

	/** The prices of a message's account. */
	const pricesFor = ({ channel, account }: Pick<Intent, 'channel' | 'account'>) =>
		pricesOfNumber(store, channel, account);

	const asksWhatWasSent = Object.keys(readsAt(0)).length > 0 || money !== undefined;

	/** A verdict with what it was said from, and what it counted if the message is to go out. */
	function toDecision(
		verdict: Verdict,
		{ facts, sendTo, to }: Pick<Situation, 'facts' | 'sendTo' | 'to'>,
		prices: PriceList | undefined,
	): Decision {
		const { action, rule } = verdict;
		const goesOut = action === 'freeform' || action === 'template';
		const form = formNow(facts);
		const asAsked = prices && reservationOf(form, facts, prices);
		const caps = goesOut ? capsOf(rule, facts, asAsked) : [];
		const reserve = goesOut && prices ? reservationOf(action, facts, prices) : undefined;
		return {
			...verdict,
			facts,
			...(action === 'template' && sendTo !== undefined && { sendTo }),
			...(caps.length > 0 && { caps }),
			...(reserve && { reserve }),
			...(prices && { estimate: costOfDecided(to, goesOut ? action : form, facts, prices) }),
		};
	}

	async function look(intent: Intent, { without }: { without?: string } = {}): Promise<Situation> {
		refuseIntent(intent);
		refuseOwnFacts(policy, intent.facts);
		// The clock is part of the state too; only what was sent before is looked up as of a time.
		const now = asksWhatWasSent ? await clocks.now(intent.channel) : 0;
		const prices = await pricesFor(intent);
		const query = { ...decisionQuery(intent, now, prices), ...(without !== undefined && { without }) };
		return situationIn(await store.readDecisionState(query), intent, prices);
	}

	const facts = async (intent: Intent): Promise<Facts> => (await look(intent)).facts;

	async function conversation(intent: Pick<Intent, 'channel' | 'to'>) {
		refuseOptions('conversation', intent, CUSTOMER);
		const { channel, to } = intent;
		const state = await store.readDecisionState(stateQuery({ channel }, to));
		return conversationAt(await clocks.now(channel), state.conversation, surroundingsIn(state.channel));
	}

	const tell = async (channel: string, happened: Happenings): Promise<TimelineEntry[]> =>
		timelineOf(
			happened,
			await store.decisions.policies(),
			await clocks.now(channel),
			await pricesOfNumber(store, channel),
		);

	const reactionsTo = async (events: MessagingEvent[]): Promise<Reaction[]> =>
		reactions.toEvents(await withNewsOnce(events, store));

	return {
		store,
		runtime,
		policy: logged,
		look,
		facts,
		withPolicy: (other) => createEngine({ store, policy: other, runtime, agentAnswers: told, keepSentTexts }),
		now: clocks.now,
		observeClock: clocks.observe,
		channelsBehind: clocks.channelsBehind,

		ingest: openIngest({ store, runtime, clocks, reactionsTo }),

		reactionsTo: (event) => reactionsTo([event]),

		async record(...outcomes) {
			const timeOn = await timesOn(outcomes.map(({ channel }) => channel));
			const changes = outcomes.map((outcome) => changesOrCorrection(outcome, timeOn(outcome.channel)));
			await store.apply(...(await Promise.all(changes)));
			const refused = outcomes.filter(({ kind }) => kind === 'refused') as RefusedOutcome[];
			return (await Promise.all(refused.map(reactions.toRefusal))).flat();
		},

		async recordSend(key, ended, now) {
			forgetOldNowAndThen(store, runtime);
			const changes = changesOf(ended.outcome, now);
			if ('kept' in ended) {
				const { outcome, kept } = ended;
				const end = { state: 'accepted', messageId: outcome.messageId, outcome: kept } as const;
				await store.sends.end(key, end, changes);
				return [];
			}
			await store.sends.forget(key, changes);
			return reactions.toRefusal(ended.outcome);
		},

		conversation,

		async openConversations(query) {
			refuseOptions('openConversations', query, CONVERSATIONS);
			const { channel, closingWithin, ...page } = query;
			const now = await clocks.now(channel);
			const openedAfter = now - CONVERSATION_WINDOW;
			const open = await store.conversations.list({
				...page,
				channel,
				openedAfter,
				...(closingWithin !== undefined && { openedUpTo: openedAfter + closingWithin }),
			});
			const { channel: ofChannel } = await store.readDecisionState({ channel, contact: '' });
			const surroundings = surroundingsIn(ofChannel);
			return open.map(({ contact, registers }) => ({
				contact,
				...conversationAt(now, registers, surroundings),
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

		async wasApproved(intent) {
			const { template } = await store.readDecisionState(stateQuery(intent, ''));
			return wasApproved(template.history, template.registers);
		},

		async decide(intent, { trace = false, facts: given, to } = {}) {
			const known = given ? { facts: given, to: to ?? intent.to } : await look(intent);
			const prices = await pricesFor(intent);
			return toDecision(await rules.ask(known.facts, trace, prices?.currency), known, prices);
		},

		async decideAll(intents) {
			refuseEach('decideAll', intents, CUSTOMER);
			forgetOldNowAndThen(store, runtime);
			const timeOn = await timesOn(intents.map(({ channel }) => channel));
			const prices = await Promise.all(intents.map(pricesFor));
			const queries = intents.map((intent, index) =>
				decisionQuery(intent, timeOn(intent.channel), prices[index]),
			);
			const states = await store.readDecisionStates(queries);
			const known = intents.map((intent, index) => situationIn(states[index]!, intent, prices[index]));
			const verdicts = await rules.askAll(
				known.map(({ facts: each }) => each),
				prices.map((each) => each?.currency),
			);
			return verdicts.map((verdict, index) => toDecision(verdict, known[index]!, prices[index]));
		},

		async timeline(asked) {
			refuseOptions('timeline', asked, TIMELINE);
			const { channel, to, limit = MOST_TOLD, ...query } = asked;
			const contact = normalizeAddress(to);
			const happened = await store.conversations.happenings({ ...query, channel, contact, limit });
			const entries = await tell(channel, happened);
			const { windowClosesAt: closesAt } = await conversation({ channel, to });
			const about = { channel, contact, closesAt, now: await clocks.now(channel) };
			return [...entries, ...(await unanswered(store, about, entries, happened))];
		},

		async trace(query) {
			refuseOptions('trace', query, TRACE);
			const { channel, message } = query;
			const all = await Promise.all([
				store.conversations.happeningsOf({ channel, messageId: message }),
				store.conversations.happeningsOf({ channel, key: message }),
				store.conversations.happeningsOf({ channel, execution: message }),
			]);
			return tell(channel, all.find(({ decisions, sends }) => decisions.length + sends.length > 0) ?? all[0]);
		},

		async replay(options) {
			refuseOptions('replay', options, REPLAY);
			return replayDecisions(store, policy, { ...options, agentAnswers: told });
		},
	};
}
