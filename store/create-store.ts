import type { Runtime } from '../base';
import { createSignal } from '../base';
import { createSession } from '../engine/store/session';
import type { Store } from '../engine/store/store';
import { NO_JOURNALS } from './calls/call-journals';
import type { CallJournals } from '../engine/store/calls';
import { batchClaimWorks, burstClaimWorks } from './claim-batch';
import { channelsOfCustomers } from './customers/channels-of';
import { eraseCustomer } from './customers/erase-customer';
import { exportCustomer } from './customers/export-customer';
import type { Database } from './database';
import { gatherDecisions } from './gather-decisions';
import { groupDeliveries } from './group-deliveries';
import type { Runner } from './methods';
import { methodsOf } from './methods';
import { prune } from './retention/prune';
import { burstWorks } from './tables/bursts';
import { campaignWorks } from './tables/campaigns';
import { chargeTotalWorks } from './tables/charge-totals';
import { chargeWorks } from './tables/charges';
import { checkedLineWorks } from './tables/checked-lines';
import { priceChangeWorks } from './tables/count-charges';
import { deadLetterWorks } from './tables/dead-letters';
import { decisionStateWorks } from './tables/decision-states';
import { decisionWorks, noteDecisions } from './tables/decisions';
import { eventWorks, stateWorks } from './tables/events';
import { figureWorks } from './tables/figures';
import { forwardWorks } from './tables/forwards';
import { happeningWorks } from './tables/happenings';
import { historyWorks } from './tables/history';
import { identityOf } from './tables/identity';
import { inboxStatsWorks } from './tables/inbox-stats';
import { settingsWorks } from './tables/number-settings';
import { overviewWorks } from './tables/overview';
import { policyWorks } from './tables/policies';
import { priceWorks } from './tables/prices';
import { rateWorks } from './tables/rates';
import { beginWorks } from './tables/recipients/begin';
import { claimWorks } from './tables/recipients/claim';
import { endWorks } from './tables/recipients/end';
import { planWorks } from './tables/recipients/plan';
import { recipientWorks } from './tables/recipients/read';
import { traceWorks } from './tables/recipients/traces';
import { openConversationWorks, registerWorks } from './tables/registers';
import { retentionWorks } from './tables/retention';
import { sendWorks } from './tables/sends';
import { spendingWorks } from './tables/spending';
import { spendingStepWorks } from './tables/spending-steps';
import { startWorks } from './tables/starts';
import { subscriptionWorks } from './tables/subscriptions';
import { tallyWorks, writeTallies } from './tables/tallies';
import { waitWorks } from './tables/waits';
import { webhookUrlWorks } from './tables/webhook-urls';
import { gatherTallies } from './tallies';

/** The works of each part of the store, from the tables that they are of. The store itself is the first. */
const WORKS = {
	store: {
		...startWorks,
		...stateWorks,
		...decisionStateWorks,
		...registerWorks,
		...figureWorks,
	},
	conversations: { ...openConversationWorks, ...historyWorks, ...happeningWorks },
	inbox: { ...eventWorks, ...subscriptionWorks, ...inboxStatsWorks, ...batchClaimWorks },
	deadLetters: deadLetterWorks,
	bursts: { ...burstWorks, ...burstClaimWorks },
	forwards: forwardWorks,
	sends: sendWorks,
	decisions: decisionWorks,
	campaigns: {
		...campaignWorks,
		...planWorks,
		...claimWorks,
		...beginWorks,
		...endWorks,
		...traceWorks,
		...recipientWorks,
	},
	rates: rateWorks,
	waits: waitWorks,
	webhooks: { ...webhookUrlWorks, ...tallyWorks },
	policies: policyWorks,
	overview: overviewWorks,
	money: {
		...priceWorks,
		...priceChangeWorks,
		...chargeWorks,
		...chargeTotalWorks,
		...checkedLineWorks,
		...spendingWorks,
		...spendingStepWorks,
	},
	retention: retentionWorks,
	settings: settingsWorks,
};

/** The store over a database: nearly every method is one work of a table. */
export function createStore(
	database: Database,
	runtime: Runtime,
	journals: CallJournals = NO_JOURNALS,
	name = '',
): Store {
	const { read, writeLearnable } = database;
	const commitDelivery = groupDeliveries(database);
	const committed = createSignal(runtime, 'background');
	const queued = createSignal(runtime, 'background');
	const session = createSession(runtime);
	const decisions = gatherDecisions(runtime, (notes) => writeLearnable(() => noteDecisions(notes)));
	const tallies = gatherTallies(runtime, (gathered) => writeLearnable(() => writeTallies(gathered)));
	const runner: Runner = {
		...database,
		runtime,
		async readNoted(work) {
			await decisions.flush();
			return read(work);
		},
		async readCounted(work) {
			await tallies.flush();
			return read(work);
		},
		countDecisions(notes) {
			for (const note of notes) {
				if (!note) continue;
				const { channel: number, action, rule } = note;
				tallies.add('decisions', { number, action, rule });
			}
		},
	};
	return {
		runtime,
		session,
		identity: identityOf(runner, name),
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
		...methodsOf(WORKS.store, runner),
		conversations: methodsOf(WORKS.conversations, runner),
		inbox: {
			...methodsOf(WORKS.inbox, runner),
			deadLetters: methodsOf(WORKS.deadLetters, runner),
			untilCommit: (timeout) => committed.wait(timeout),
		},
		bursts: methodsOf(WORKS.bursts, runner),
		customers: {
			async channels() {
				await decisions.flush();
				return database.read(channelsOfCustomers);
			},
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
			...methodsOf(WORKS.forwards, runner),
			untilQueued: (timeout) => queued.wait(timeout),
		},
		sends: methodsOf(WORKS.sends, runner),
		decisions: {
			...methodsOf(WORKS.decisions, runner),
			note(...notes) {
				decisions.add(notes);
				runner.countDecisions(notes);
			},
		},
		campaigns: methodsOf(WORKS.campaigns, runner),
		rates: methodsOf(WORKS.rates, runner),
		journals,
		waits: methodsOf(WORKS.waits, runner),
		webhooks: {
			...methodsOf(WORKS.webhooks, runner),
			noteRefused: () => tallies.addRefused(),
		},
		policies: methodsOf(WORKS.policies, runner),
		overview: methodsOf(WORKS.overview, runner),
		money: methodsOf(WORKS.money, runner),
		addTally: tallies.add,
		retention: methodsOf(WORKS.retention, runner),
		settings: methodsOf(WORKS.settings, runner),
		prune: (retention, signal) => prune(database, runtime, retention, signal),
		async close() {
			await session.close();
			await decisions.close();
			await tallies.flush();
			await database.close();
		},
	};
}
