import type { ForwardStats, InboxStats } from '../../engine';
import { nameOfTarget } from '../forwarding/targets';
import type { Load } from './load';
import type { Receipt, RefusalReason } from './receive-delivery';

/** Why a request got no 200. */
export type RejectionReason =
	RefusalReason | 'too-large' | 'overload' | 'aborted' | 'timeout' | 'malformed' | 'method' | 'path';

const REASONS: readonly RejectionReason[] = [
	...(['signature', 'store', 'busy', 'too-large', 'overload'] as const),
	...(['aborted', 'timeout', 'malformed', 'method', 'path'] as const),
];

/** Upper bounds of the commit time's histogram. s */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Sample = [labels: Readonly<Record<string, string>>, value: number];

const escaped = (text: string) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

function written(labels: Readonly<Record<string, string>>): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** One metric in Prometheus' text format, version 0.0.4. */
function metric(name: string, type: 'counter' | 'gauge', help: string, samples: Sample[]): string {
	const full = `business_messaging_${name}`;
	const lines = samples.map(([labels, value]) => `${full}${written(labels)} ${value}`);
	return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines].join('\n');
}

/** How long commits took: for each bound, how many took no longer. */
function openHistogram() {
	const counts = new Array<number>(BOUNDS.length + 1).fill(0);
	let sum = 0;
	return {
		observe(seconds: number): void {
			const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
			counts[bucket === -1 ? BOUNDS.length : bucket]! += 1;
			sum += seconds;
		},
		text(name: string, help: string): string {
			const full = `business_messaging_${name}`;
			let total = 0;
			const buckets = [...BOUNDS, '+Inf'].map((bound, index) => {
				total += counts[index]!;
				return `${full}_bucket{le="${bound}"} ${total}`;
			});
			const totals = [`${full}_sum ${sum}`, `${full}_count ${total}`];
			return [`# HELP ${full} ${help}`, `# TYPE ${full} histogram`, ...buckets, ...totals].join('\n');
		},
	};
}

const ageInSeconds = (now: number, at: number | undefined) =>
	at === undefined ? 0 : Math.max(0, (now - at) / 1_000);

function inboxText(inbox: InboxStats, now: number): string[] {
	const of = ({ id }: { id: string }) => ({ subscription: id });
	return [
		metric('inbox_events', 'gauge', 'Events in the inbox.', [[{}, inbox.events]]),
		metric('inbox_oldest_age_seconds', 'gauge', 'Age of the oldest event in the inbox.', [
			[{}, ageInSeconds(now, inbox.oldestAt)],
		]),
		metric('dead_letters', 'gauge', 'Events on which executions failed.', [[{}, inbox.deadLetters]]),
		metric(
			'subscription_lag_events',
			'gauge',
			'How many inbox numbers a subscription is behind.',
			inbox.subscriptions.map((each) => [of(each), each.lag]),
		),
		metric(
			'subscription_oldest_age_seconds',
			'gauge',
			'Age of the oldest event that a subscription has not settled yet.',
			inbox.subscriptions.map((each) => [of(each), ageInSeconds(now, each.oldestAt)]),
		),
	];
}

/** URLs that differ only in their query have the same name, and count together. */
function byName(
	targets: ForwardStats[],
	valueOf: (each: ForwardStats) => number,
	join: (a: number, b: number) => number,
) {
	const values = new Map<string, number>();
	for (const each of targets) {
		const name = nameOfTarget(each.target);
		const known = values.get(name);
		values.set(name, known === undefined ? valueOf(each) : join(known, valueOf(each)));
	}
	return [...values].map(([target, value]): Sample => [{ target }, value]);
}

function forwardText(targets: ForwardStats[], now: number): string[] {
	if (targets.length === 0) return [];
	const sum = (a: number, b: number) => a + b;
	const of = (valueOf: (each: ForwardStats) => number) => byName(targets, valueOf, sum);
	return [
		metric(
			'forward_waiting_deliveries',
			'gauge',
			'Deliveries that wait to be forwarded.',
			of(({ waiting }) => waiting),
		),
		metric(
			'forward_waiting_bytes',
			'gauge',
			'Bytes of the deliveries that wait to be forwarded.',
			of(({ waitingBytes }) => waitingBytes),
		),
		metric(
			'forward_oldest_age_seconds',
			'gauge',
			'Age of the oldest delivery that waits to be forwarded.',
			byName(targets, ({ oldestAt }) => ageInSeconds(now, oldestAt), Math.max),
		),
		metric(
			'forwarded_deliveries_total',
			'counter',
			'Deliveries that were forwarded, by all processes of the store.',
			of(({ forwarded }) => forwarded),
		),
		metric(
			'forward_failures_total',
			'counter',
			'Tries to forward a delivery that failed.',
			of(({ failures }) => failures),
		),
		metric(
			'forward_dropped_total',
			'counter',
			"Deliveries that weren't forwarded within 7 days.",
			of(({ dropped }) => dropped),
		),
	];
}

/** What a receiver counts, as Prometheus reads it. */
export function openMetrics(load: Load) {
	let accepted = 0;
	let duplicates = 0;
	let deliveries = 0;
	let beyondSecret = 0;
	let unplaced = 0;
	let unstorable = 0;
	let tooOld = 0;
	const rejected = new Map<RejectionReason, number>(REASONS.map((reason) => [reason, 0]));
	const commits = openHistogram();
	return {
		/** A delivery was taken, and 200 is the answer. */
		taken(
			taken: Pick<
				Receipt,
				'received' | 'duplicates' | 'beyondSecret' | 'unplaced' | 'unstorable' | 'tooOld' | 'committedIn'
			>,
		): void {
			deliveries += 1;
			beyondSecret += taken.beyondSecret;
			unplaced += taken.unplaced;
			unstorable += taken.unstorable;
			tooOld += taken.tooOld;
			accepted += taken.received;
			duplicates += taken.duplicates;
			if (taken.committedIn !== undefined) commits.observe(taken.committedIn / 1_000);
		},
		rejected(reason: RejectionReason): void {
			rejected.set(reason, rejected.get(reason)! + 1);
		},
		/** @param inbox left out while the store does not answer, like `forwards` */
		text(now: number, inbox?: InboxStats, forwards: ForwardStats[] = []): string {
			const reasons = [...rejected].map(([reason, count]): Sample => [{ reason }, count]);
			const parts = [
				metric('deliveries_accepted_total', 'counter', 'Deliveries answered with 200.', [[{}, deliveries]]),
				metric('events_accepted_total', 'counter', 'Events that were new.', [[{}, accepted]]),
				metric('events_duplicate_total', 'counter', 'Events that were already known.', [[{}, duplicates]]),
				metric(
					'events_beyond_secret_total',
					'counter',
					'Events that are outside the rights of their secret.',
					[[{}, beyondSecret]],
				),
				metric('events_unplaced_total', 'counter', 'Events whose phone number is unknown.', [[{}, unplaced]]),
				metric('events_unstorable_total', 'counter', "Events with data that the store can't save.", [
					[{}, unstorable],
				]),
				metric(
					'events_too_old_total',
					'counter',
					'Events that are too old to tell whether they came before.',
					[[{}, tooOld]],
				),
				metric(
					'requests_rejected_total',
					'counter',
					"Requests that weren't answered with 200, by reason.",
					reasons,
				),
				metric('deliveries_in_flight', 'gauge', 'Deliveries that are waiting for the store.', [
					[{}, load.deliveries],
				]),
				metric('bytes_in_flight', 'gauge', 'Bytes of request bodies in memory.', [[{}, load.bytes]]),
				commits.text('commit_seconds', 'Time until the events of a delivery were committed.'),
				...(inbox ? inboxText(inbox, now) : []),
				...forwardText(forwards, now),
			];
			return `${parts.join('\n')}\n`;
		},
	};
}

export type Metrics = ReturnType<typeof openMetrics>;
