import type { Runtime } from '../base';
import { createSignal } from '../base';
import { claimBatch } from './claim-batch';
import type { Database } from './database';
import { groupDeliveries } from './group-deliveries';
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
import { answered, halt, readPace, slow } from './tables/pace';
import { findPolicy, listPolicies, savePolicy } from './tables/policies';
import { awaitedTemplates, claimRecipients } from './tables/recipients/claim';
import { endRecipients, skipWaiting } from './tables/recipients/end';
import { knownKeys, nameRecipients, planRecipients, retryRecipients } from './tables/recipients/plan';
import { countReasons, countRecipients, heldUntil, pageRecipients } from './tables/recipients/read';
import { startRecipients } from './tables/recipients/start';
import {
	listOpenConversations,
	readRegister,
	readScopes,
	readStates,
	resolveNames,
} from './tables/registers';
import { inboxStats, prune } from './tables/retention';
import { beginSend, endSend, findSend, forgetSend, newCustomers, sentTo } from './tables/sends';
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
			sent: sentSince === undefined ? [] : yield* sentTo(channel, contact, sentSince),
			newCustomers:
				newCustomersSince === undefined
					? { count: 0, known: false }
					: yield* newCustomers(channel, contact, newCustomersSince),
		});
	}
	return states;
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
			begin: (send) => write(() => beginSend(send)),
			end: (key, end) => write(() => endSend(key, end)),
			forget: (key) => write(() => forgetSend(key)),
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
			start: (token, starts, clock, rate) => write(() => startRecipients(token, starts, clock, rate)),
			end: (token, ends) => write(() => endRecipients(token, ends)),
			retry: (id, state, now, limit) => write(() => retryRecipients(id, state, now, limit)),
			skipWaiting: (id, rule, reason, limit) => write(() => skipWaiting(id, rule, reason, limit)),
			counts: (id) => read(() => countRecipients(id)),
			reasons: (id) => read(() => countReasons(id)),
			heldUntil: (id) => read(() => heldUntil(id)),
			recipients: (query) => read(() => pageRecipients(query)),
			pace: (channel, now) => read(() => readPace(channel, now)),
			slow: (channel, now) => write(() => slow(channel, now)),
			halt: (channel, now, wait, why) => write(() => halt(channel, now, wait, why)),
			answered: (channel) => write(() => answered(channel)),
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
