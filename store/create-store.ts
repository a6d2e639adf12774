import type { Runtime } from '../base';
import { createSignal } from '../base';
import { claimBatch, claimBatchOfBursts, claimBursts } from './claim-batch';
import { eraseCustomer } from './customers/erase-customer';
import { exportCustomer } from './customers/export-customer';
import { NO_JOURNALS } from './calls/call-journals';
import type { Database } from './database';
import { gatherDecisions } from './gather-decisions';
import { groupDeliveries } from './group-deliveries';
import { gatherTallies } from './tallies';
import type { StateChanges } from '../engine/state/register';
import type { CallJournals } from '../engine/store/calls';
import type { DecisionNote } from '../engine/store/decisions';
import { createSession } from '../engine/store/session';
import type { DecisionState, DecisionStateQuery, Store, StoreIdentity } from '../engine/store/store';
import { dropDeadLetters, listDeadLetters, replayDeadLetters } from './tables/dead-letters';
import {
	channelsOfCampaigns,
	findCampaign,
	listCampaigns,
	moveCampaign,
	noteBudgetTold,
	openCampaign,
	pageCampaigns,
	setBudget,
} from './tables/campaigns';
import { anyBurst, endBursts, keepBursts } from './tables/bursts';
import { checkedLines, checkLines } from './tables/checked-lines';
import { readTotals } from './tables/charge-totals';
import { changePrices } from './tables/count-charges';
import { deliveredMessages, unpricedSends } from './tables/charges';
import { applyChanges, newestEvents, readInbox, statusesOf } from './tables/events';
import { countHappened, countOpenWindows, findCustomers, recentCustomers } from './tables/overview';
import { claimForwards, forwardStats, hasForwards, settleForwards } from './tables/forwards';
import { haltNumber, noteAnswered, readRate, setRate, slowNumber, takeSlots } from './tables/rates';
import {
	channelsOfDecisions,
	decisionsAbout,
	decisionsOfSends,
	learnPolicy,
	loggedPolicies,
	noteDecisions,
	pageOfDecisions,
} from './tables/decisions';
import { countWaiting, listTemplates, readFigures } from './tables/figures';
import { readHappenings, readHappeningsOf } from './tables/happenings';
import { readHistory } from './tables/history';
import {
	dropPolicyTest,
	findPolicy,
	keepPolicyTest,
	listPolicies,
	savePolicy,
	testsOfPolicy,
} from './tables/policies';
import { awaitedTemplates, claimRecipients } from './tables/recipients/claim';
import { endRecipients, skipWaiting } from './tables/recipients/end';
import { knownKeys, nameRecipients, planRecipients, retryRecipients } from './tables/recipients/plan';
import {
	countPricing,
	countReasons,
	campaignOfMessage,
	countRecipients,
	heldUntil,
	pageRecipients,
	sampleReasons,
	sampleTimes,
} from './tables/recipients/read';
import { countWithoutTrace, lookForTraces } from './tables/recipients/traces';
import { beginRecipients } from './tables/recipients/begin';
import { resolveNames } from './tables/names';
import { listOpenConversations, readRegister, readScopes, readStates } from './tables/registers';
import { checkWriting } from './tables/health';
import { giveId, readId } from './tables/identity';
import { prune } from './retention/prune';
import { inboxStats } from './tables/inbox-stats';
import { readPhones } from './tables/phones';
import { pricedAccounts, pricesOf } from './tables/prices';
import { hasForgotten, readRetention, setRetention, takeTurn } from './tables/retention';
import {
	amendSend,
	beginSend,
	endSend,
	findSend,
	forgetSend,
	lastSendsWithin,
	ownMessagesOf,
} from './tables/sends';
import { readSentBefore } from './tables/sent-before';
import { readSpent } from './tables/spending';
import { settleStarts } from './tables/starts';
import { readRefused, writeTallies } from './tables/tallies';
import {
	channelsOfSubscription,
	gatherBatch,
	renew,
	settle,
	subscribe,
	unsubscribe,
} from './tables/subscriptions';
import {
	answeringEvents,
	askWait,
	claimWait,
	endWait,
	findOpenWait,
	isClaimedWait,
	nextDueWait,
	noteReminded,
	noteWaitSent,
	settleWait,
	takeDueWaits,
} from './tables/waits';
import { deactivateUrl, listWebhookUrls, noteForeignUrl, noteOurUrl } from './tables/webhook-urls';
import type { Work } from './work';

function* readDecisionStates(given: DecisionStateQuery[]): Work<DecisionState[]> {
	const resolve = yield* resolveNames(given.map(({ channel, contact }) => [channel, contact]));
	const queries = given.map((query) => ({ ...query, contact: resolve(query.channel, query.contact) }));
	const states = yield* readStates(queries);
	const sentBefore = yield* readSentBefore(queries);
	const byUserId = given.flatMap(({ channel: scope, contact: userId, withPhone }, index) =>
		withPhone ? [{ index, scope, userId, contact: queries[index]!.contact }] : [],
	);
	const phones = yield* readPhones(byUserId);
	const phoneOf = new Map(byUserId.map(({ index }, place) => [index, phones[place]]));
	return states.map((state, index) => ({
		...state,
		contact: queries[index]!.contact,
		...(phoneOf.get(index) !== undefined && { phone: phoneOf.get(index) }),
		...sentBefore[index]!,
	}));
}

/** A work on a send, with what the send changes in the state. That goes first, as events lock in the same order. */
function* withChanges(changes: StateChanges[], work: Work<void>): Work<void> {
	yield* applyChanges(changes);
	yield* work;
}

/** Asks for the store's ID at most once, unless that fails. It never changes. */
function identityOf(
	{ read, write }: Database,
	{ uuid }: Runtime,
	name: string,
): () => Promise<StoreIdentity> {
	let known: Promise<StoreIdentity> | undefined;
	const ask = async () => ({
		// The last part of a UUID is random enough, and short.
		id: (await read(readId)) ?? (await write(() => giveId(uuid().slice(-12)))),
		name,
	});
	return () =>
		(known ??= ask().catch((error: unknown) => {
			known = undefined;
			return Promise.reject(error as Error);
		}));
}

/** The store over a database: every method one work. */
export function createStore(
	database: Database,
	runtime: Runtime,
	journals: CallJournals = NO_JOURNALS,
	name = '',
): Store {
	const { read, write, writeLearnable } = database;
	const commitDelivery = groupDeliveries(database);
	const committed = createSignal(runtime, 'background');
	const queued = createSignal(runtime, 'background');
	const session = createSession(runtime);
	const decisions = gatherDecisions(runtime, (notes) => writeLearnable(() => noteDecisions(notes)));
	const tallies = gatherTallies(runtime, (gathered) => writeLearnable(() => writeTallies(gathered)));
	/** Counts decisions that were noted. */
	function countDecisions(notes: ReadonlyArray<DecisionNote | undefined>): void {
		for (const note of notes) {
			if (!note) continue;
			const { channel: number, action, rule } = note;
			tallies.add('decisions', { number, action, rule });
		}
	}
	/** Reads what is noted, also what was gathered until now. */
	async function readNoted<Result>(work: () => Work<Result>): Promise<Result> {
		await decisions.flush();
		return read(work);
	}
	return {
		runtime,
		session,
		identity: identityOf(database, runtime, name),
		async commitEvents(commits, receivedAt, start, forward) {
			const events = await commitDelivery({ commits, receivedAt, start, forward });
			if (events.some(({ fresh }) => fresh)) committed.raise();
			if (forward) queued.raise();
			for (const [index, { fresh }] of events.entries()) {
				const { event } = commits[index]!;
				const { kind, channel: number = '' } = event;
				if (!fresh) continue;
				if (kind === 'message') tallies.add('received', { number });
				if (kind === 'status' && !event.byAgent) tallies.add('statuses', { number, status: event.status });
			}
			return events;
		},
		// Undone, an execution that has started counts as begun until its lease ends.
		settleStarts: (trigger, eventIds, end) => writeLearnable(() => settleStarts(trigger, eventIds, end)),
		apply: (...changes) => write(() => applyChanges(changes)),
		readDecisionState: async (query) => (await read(() => readDecisionStates([query])))[0]!,
		readDecisionStates: (queries) => read(() => readDecisionStates(queries)),
		readRegister: (scope, subject, name) => read(() => readRegister(scope, subject, name)),
		readScopes: (name) => read(() => readScopes(name)),
		conversations: {
			list: (query) => read(() => listOpenConversations(query)),
			history: (query) => read(() => readHistory(query)),
			happenings: (query) => readNoted(() => readHappenings(query)),
			happeningsOf: (query) => readNoted(() => readHappeningsOf(query)),
		},
		inbox: {
			read: (page) => read(() => readInbox(page)),
			newest: (query) => read(() => newestEvents(query)),
			statusesOf: (messageId) => read(() => statusesOf(messageId)),
			subscribe: (subscription, now) => write(() => subscribe(subscription, now)),
			channelsOf: (id) => read(() => channelsOfSubscription(id)),
			unsubscribe: (id) => write(() => unsubscribe(id)),
			claim: (id, options) => claimBatch(database, id, options),
			claimBursts: (id, options) => claimBatchOfBursts(database, id, options),
			gather: (batch, into, now) => write(() => gatherBatch(batch, into, now)),
			renew: (batch, leaseMs, now) => write(() => renew(batch, leaseMs, now)),
			settle: (batch, end, now) => write(() => settle(batch, end, now)),
			deadLetters: {
				list: (query) => read(() => listDeadLetters(query)),
				replay: (subscription, seqs) => write(() => replayDeadLetters(subscription, seqs)),
				drop: (subscription, seqs) => write(() => dropDeadLetters(subscription, seqs)),
			},
			stats: () => read(inboxStats),
			untilCommit: (timeout) => committed.wait(timeout),
		},
		bursts: {
			claim: (reader, claim) => claimBursts(database, reader, claim),
			keep: (ids, claim) => write(() => keepBursts(ids, claim)),
			begin: (id) =>
				write(function* () {
					return (yield* endBursts([id])) > 0;
				}),
			any: (reader) => read(() => anyBurst(reader)),
		},
		customers: {
			async export(customer) {
				await decisions.flush();
				return exportCustomer(database, runtime, customer);
			},
			async erase(customer) {
				await decisions.flush();
				return eraseCustomer(database, runtime, customer);
			},
		},
		forwards: {
			async claim(target, claim) {
				const any = await read(() => hasForwards(target, claim));
				if (!any) return { deliveries: [], dropped: 0, displaced: 0 };
				// Undone, they are claimed again.
				return await writeLearnable(() => claimForwards(target, claim));
			},
			// Undone, they are passed on again.
			settle: (target, ends) => writeLearnable(() => settleForwards(target, ends)),
			stats: () => read(forwardStats),
			untilQueued: (timeout) => queued.wait(timeout),
		},
		sends: {
			async begin(send, slot, caps, decision) {
				const begun = await write(() => beginSend(send, slot, caps, decision));
				if ('slot' in begun) countDecisions([decision]);
				return begun;
			},
			async amend(send, caps, decision) {
				const isAmended = await write(() => amendSend(send, caps, decision));
				if (isAmended) countDecisions([decision]);
				return isAmended;
			},
			// Undone, the message is unconfirmed until its next status tells.
			end: (key, end, ...changes) => writeLearnable(() => withChanges(changes, endSend(key, end))),
			forget: (key, ...changes) => write(() => withChanges(changes, forgetSend(key))),
			find: (key, formerKey) => read(() => findSend(key, formerKey)),
			ownOf: (messages) => read(() => ownMessagesOf(messages)),
			lastWithin: (spans) => read(() => lastSendsWithin(spans)),
		},
		decisions: {
			learnPolicy: (policy) => write(() => learnPolicy(policy)),
			note(...notes) {
				decisions.add(notes);
				countDecisions(notes);
			},
			policies: () => read(loggedPolicies),
			channels: () => readNoted(channelsOfDecisions),
			about: (query) => readNoted(() => decisionsAbout(query)),
			ofSends: (keys) => readNoted(() => decisionsOfSends(keys)),
			page: (query) => readNoted(() => pageOfDecisions(query)),
		},
		campaigns: {
			open: (campaign) => write(() => openCampaign(campaign)),
			find: (campaign) => read(() => findCampaign(campaign)),
			list: (query) => read(() => listCampaigns(query)),
			page: (query) => read(() => pageCampaigns(query)),
			channels: () => read(channelsOfCampaigns),
			move: (campaign, from, to, why) => write(() => moveCampaign(campaign, from, to, why)),
			setBudget: (campaign, amount) => write(() => setBudget(campaign, amount)),
			budgetTold: (campaign, share) => write(() => noteBudgetTold(campaign, share)),
			plan: (campaign, recipients) => write(() => planRecipients(campaign, recipients)),
			name: (campaign, recipients) => read(() => nameRecipients(campaign, recipients)),
			ofMessage: (channel, messageId) => read(() => campaignOfMessage(channel, messageId)),
			known: (keys) => read(() => knownKeys(keys)),
			claim: (claim) => write(() => claimRecipients(claim)),
			awaitedTemplates: (channel) => read(() => awaitedTemplates(channel)),
			async begin(starts, clock, slots) {
				const result = await write(() => beginRecipients(starts, clock, slots));
				const begun = new Set(result.begun);
				countDecisions(starts.map(({ key, decision }) => (begun.has(key) ? decision : undefined)));
				return result;
			},
			end: async (ends) => countDecisions(await write(() => endRecipients(ends))),
			retry: (campaign, what, now, limit) => write(() => retryRecipients(campaign, what, now, limit)),
			skipWaiting: (campaign, rule, reason, limit) => write(() => skipWaiting(campaign, rule, reason, limit)),
			counts: (campaign) => read(() => countRecipients(campaign)),
			waiting: () => read(countWaiting),
			reasons: (campaign) => read(() => countReasons(campaign)),
			sampleReasons: (campaign, sample) => read(() => sampleReasons(campaign, sample)),
			sampleTimes: (campaign, sample) => read(() => sampleTimes(campaign, sample)),
			pricing: (campaign) => read(() => countPricing(campaign)),
			lookForTraces: (campaign, limit) => write(() => lookForTraces(campaign, limit)),
			withoutTrace: (campaign) => read(() => countWithoutTrace(campaign)),
			heldUntil: (campaign) => read(() => heldUntil(campaign)),
			recipients: (query) => read(() => pageRecipients(query)),
		},
		rates: {
			read: (channel) => read(() => readRate(channel)),
			set: (channel, perSecond) => write(() => setRate(channel, perSecond)),
			take: (request, count) => write(() => takeSlots(request, count)),
			slow: (channel) => write(() => slowNumber(channel)),
			halt: (channel, wait, why) => write(() => haltNumber(channel, wait, why)),
			answered: (channel) => write(() => noteAnswered(channel)),
		},
		journals,
		waits: {
			ask: (wait, now) => write(() => askWait(wait, now)),
			sent: (id, messageId, remindAt) => write(() => noteWaitSent(id, messageId, remindAt)),
			drop: (wait) => write(() => endWait(wait, runtime.now())),
			claim: (wait, now) => write(() => claimWait(wait, now)),
			open: (wait) => read(() => findOpenWait(wait)),
			reminded: (id, end) => write(() => noteReminded(id, end)),
			takeDue: (now, leaseMs, limit) => write(() => takeDueWaits(now, leaseMs, limit)),
			nextDue: () => read(nextDueWait),
			isClaimed: (id) => read(() => isClaimedWait(id)),
			settle: (wait, end, now) => write(() => settleWait(wait, end, now)),
			answering: (eventIds) => read(() => answeringEvents(eventIds)),
		},
		webhooks: {
			list: (channel) => read(() => listWebhookUrls(channel)),
			noteForeign: (channel, url, at) => write(() => noteForeignUrl(channel, url, at)),
			noteOurs: (channel, url, at) => write(() => noteOurUrl(channel, url, at)),
			deactivate: (channel, url) => write(() => deactivateUrl(channel, url)),
			noteRefused: () => tallies.addRefused(),
			async refused() {
				await tallies.flush();
				return read(readRefused);
			},
		},
		policies: {
			save: (document, savedAt) => write(() => savePolicy(document, savedAt)),
			find: (name, version) => read(() => findPolicy(name, version)),
			list: () => read(listPolicies),
			tests: (policy) => read(() => testsOfPolicy(policy)),
			keepTest: (policy, test, now) => write(() => keepPolicyTest(policy, test, now)),
			dropTest: (policy, name) => write(() => dropPolicyTest(policy, name)),
		},
		overview: {
			happened: (query) => read(() => countHappened(query)),
			openWindows: (query) => read(() => countOpenWindows(query)),
			customers: (query) => read(() => findCustomers(query)),
			recent: (query) => read(() => recentCustomers(query)),
		},
		money: {
			savePrices: (table, savedAt) => write(() => changePrices(table, savedAt)),
			pricesOf: (account) => read(() => pricesOf(account)),
			pricedAccounts: () => read(pricedAccounts),
			check: (lines) => write(() => checkLines(lines)),
			checked: (query) => read(() => checkedLines(query)),
			totals: (query) => read(() => readTotals(query)),
			delivered: (query) => read(() => deliveredMessages(query)),
			unpriced: (query) => read(() => unpricedSends(query)),
			spent: (query) => read(() => readSpent(query)),
		},
		check: () => write(checkWriting),
		addTally: tallies.add,
		async figures() {
			await tallies.flush();
			return read(readFigures);
		},
		templates: () => read(listTemplates),
		retention: {
			read: () => read(readRetention),
			hasForgotten: () => read(hasForgotten),
			set: (times) => write(() => setRetention(times)),
			takeTurn: (now, every) => write(() => takeTurn(now, every)),
		},
		prune: (retention, signal) => prune(database, runtime, retention, signal),
		async close() {
			await session.close();
			await decisions.close();
			await tallies.flush();
			await database.close();
		},
	};
}
