import type { Runtime } from '../base';
import { createSignal } from '../base';
import { claimBatch } from './claim-batch';
import type { Database } from './database';
import { groupDeliveries } from './group-deliveries';
import type { StateChanges } from '../engine/state/register';
import type { DecisionState, DecisionStateQuery, Store } from '../engine/store/store';
import { dropDeadLetters, listDeadLetters, replayDeadLetters } from './tables/dead-letters';
import {
	channelsOfCampaigns,
	findCampaign,
	listCampaigns,
	moveCampaign,
	openCampaign,
} from './tables/campaigns';
import { applyChanges, newestEvents, readInbox } from './tables/events';
import { haltNumber, noteAnswered, readRate, setRate, slowNumber, takeSlots } from './tables/rates';
import { findPolicy, listPolicies, savePolicy } from './tables/policies';
import { awaitedTemplates, claimRecipients } from './tables/recipients/claim';
import { endRecipients, skipWaiting } from './tables/recipients/end';
import { knownKeys, nameRecipients, planRecipients, retryRecipients } from './tables/recipients/plan';
import { countReasons, countRecipients, heldUntil, pageRecipients } from './tables/recipients/read';
import { beginRecipients } from './tables/recipients/begin';
import { resolveNames } from './tables/names';
import { listOpenConversations, readRegister, readScopes, readStates } from './tables/registers';
import { inboxStats, prune } from './tables/retention';
import { amendSend, beginSend, endSend, findSend, forgetSend, newCustomers, sentTo } from './tables/sends';
import { settleStarts } from './tables/starts';
import { renew, settle, subscribe, unsubscribe } from './tables/subscriptions';
import { deactivateUrl, listWebhookUrls, noteForeignUrl, noteOurUrl } from './tables/webhook-urls';
import type { Work } from './work';

function* readDecisionStates(given: DecisionStateQuery[]): Work<DecisionState[]> {
	const resolve = yield* resolveNames(given.map(({ channel, contact }) => [channel, contact]));
	const queries = given.map((query) => ({ ...query, contact: resolve(query.channel, query.contact) }));
	const states: DecisionState[] = [];
	for (const [index, state] of (yield* readStates(queries)).entries()) {
		const { channel, contact, sentSince, newCustomersSince } = queries[index]!;
		states.push({
			...state,
			contact,
			sent: sentSince === undefined ? [] : yield* sentTo(channel, contact, sentSince),
			newCustomers:
				newCustomersSince === undefined
					? { count: 0, known: false }
					: yield* newCustomers(channel, contact, newCustomersSince),
		});
	}
	return states;
}

/** A work on a send, with what the send changes in the state. That goes first, as events lock in the same order. */
function* withChanges(changes: StateChanges[], work: Work<void>): Work<void> {
	yield* applyChanges(changes);
	yield* work;
}

/** The store over a database: every method one work. */
export function createStore(database: Database, runtime: Runtime): Store {
	const { read, write } = database;
	const commitDelivery = groupDeliveries(database);
	const committed = createSignal(runtime, 'background');
	return {
		runtime,
		async commitEvents(commits, receivedAt, start) {
			const events = await commitDelivery({ commits, receivedAt, start });
			if (events.some(({ fresh }) => fresh)) committed.raise();
			return events;
		},
		settleStarts: (trigger, eventIds, end) => write(() => settleStarts(trigger, eventIds, end)),
		apply: (...changes) => write(() => applyChanges(changes)),
		readDecisionState: async (query) => (await read(() => readDecisionStates([query])))[0]!,
		readDecisionStates: (queries) => read(() => readDecisionStates(queries)),
		readRegister: (scope, subject, name) => read(() => readRegister(scope, subject, name)),
		readScopes: (name) => read(() => readScopes(name)),
		conversations: { list: (query) => read(() => listOpenConversations(query)) },
		inbox: {
			read: (page) => read(() => readInbox(page)),
			newest: (query) => read(() => newestEvents(query)),
			subscribe: (subscription, now) => write(() => subscribe(subscription, now)),
			unsubscribe: (id) => write(() => unsubscribe(id)),
			claim: (id, options) => claimBatch(database, id, options),
			renew: (batch, leasedUntil, now) => write(() => renew(batch, leasedUntil, now)),
			settle: (batch, end, now) => write(() => settle(batch, end, now)),
			deadLetters: {
				list: (query) => read(() => listDeadLetters(query)),
				replay: (subscription, seqs) => write(() => replayDeadLetters(subscription, seqs)),
				drop: (subscription, seqs) => write(() => dropDeadLetters(subscription, seqs)),
			},
			stats: () => read(inboxStats),
			untilCommit: (timeout) => committed.wait(timeout),
		},
		sends: {
			begin: (send, slot) => write(() => beginSend(send, slot)),
			amend: (send) => write(() => amendSend(send)),
			end: (key, end, ...changes) => write(() => withChanges(changes, endSend(key, end))),
			forget: (key, ...changes) => write(() => withChanges(changes, forgetSend(key))),
			find: (key) => read(() => findSend(key)),
		},
		campaigns: {
			open: (campaign) => write(() => openCampaign(campaign)),
			find: (id) => read(() => findCampaign(id)),
			list: (query) => read(() => listCampaigns(query)),
			channels: () => read(channelsOfCampaigns),
			move: (id, from, to, why) => write(() => moveCampaign(id, from, to, why)),
			plan: (id, channel, recipients) => write(() => planRecipients(id, channel, recipients)),
			name: (id, channel, recipients) => read(() => nameRecipients(id, channel, recipients)),
			known: (keys) => read(() => knownKeys(keys)),
			claim: (claim) => write(() => claimRecipients(claim)),
			awaitedTemplates: (channel) => read(() => awaitedTemplates(channel)),
			begin: (token, starts, clock, slots) => write(() => beginRecipients(token, starts, clock, slots)),
			end: (token, ends) => write(() => endRecipients(token, ends)),
			retry: (id, state, now, limit) => write(() => retryRecipients(id, state, now, limit)),
			skipWaiting: (id, rule, reason, limit) => write(() => skipWaiting(id, rule, reason, limit)),
			counts: (id) => read(() => countRecipients(id)),
			reasons: (id) => read(() => countReasons(id)),
			heldUntil: (id) => read(() => heldUntil(id)),
			recipients: (query) => read(() => pageRecipients(query)),
		},
		rates: {
			read: (channel, now) => read(() => readRate(channel, now)),
			set: (channel, perSecond) => write(() => setRate(channel, perSecond)),
			take: (request, count) => write(() => takeSlots(request, count)),
			slow: (channel, now) => write(() => slowNumber(channel, now)),
			halt: (channel, now, wait, why) => write(() => haltNumber(channel, now, wait, why)),
			answered: (channel) => write(() => noteAnswered(channel)),
		},
		webhooks: {
			list: (channel) => read(() => listWebhookUrls(channel)),
			noteForeign: (channel, url, at) => write(() => noteForeignUrl(channel, url, at)),
			noteOurs: (channel, url, at) => write(() => noteOurUrl(channel, url, at)),
			deactivate: (channel, url) => write(() => deactivateUrl(channel, url)),
		},
		policies: {
			save: (document, savedAt) => write(() => savePolicy(document, savedAt)),
			find: (name, version) => read(() => findPolicy(name, version)),
			list: () => read(listPolicies),
		},
		prune: (retention) => write(() => prune(retention)),
		close: () => database.close(),
	};
}
