type MetricType = 'counter' | 'gauge' | 'histogram';

/** What a metric is. */
export interface Metric {
	type: MetricType;
	help: string;
	labels?: readonly string[];
	/** Only a receiver has it, of its own process; the store has all others, of everyone who uses it. */
	ofReceiver?: true;
}

const metric = (type: MetricType, help: string, ...labels: string[]): Metric => ({ type, help, labels });
const ofReceiver = (type: MetricType, help: string, ...labels: string[]): Metric => ({
	...metric(type, help, ...labels),
	ofReceiver: true,
});

const PREFIX = 'business_messaging_';

/** Every metric, without the prefix of its name. */
export const METRICS = {
	build_info: metric('gauge', 'The build that says this, always 1.', 'version', 'commit'),
	store_up: metric('gauge', 'Whether the store takes what is written to it: 1 or 0.'),
	store_write_seconds: metric('gauge', 'How long the store took to commit a row just now.'),
	events_total: metric('counter', 'Events in deliveries, by what became of them.', 'result'),
	events_ineffective_total: metric('counter', 'Events that are kept and change nothing.', 'reason'),
	deliveries_refused_total: metric('counter', 'Deliveries without a valid signature.'),
	messages_received_total: metric('counter', 'New messages of customers.', 'number'),
	statuses_total: metric('counter', 'Statuses of messages of the business.', 'number', 'status'),
	decisions_total: metric(
		'counter',
		'Decisions about messages. A message that is held is decided about again when it is due.',
		'number',
		'action',
		'rule',
	),
	sends_total: metric(
		'counter',
		'Messages that were about to go out: accepted, invalid, or the effect of the error.',
		'number',
		'result',
	),
	campaigns: metric('gauge', 'Campaigns, by their state.', 'number', 'state'),
	campaign_recipients: metric(
		'gauge',
		"Recipients of running and paused campaigns who haven't got their message, by its state.",
		'number',
		'state',
	),
	number_messages_per_second: metric('gauge', 'The rate of a number at full speed.', 'number'),
	number_speed_ratio: metric('gauge', 'The share of its rate that a number sends at now.', 'number'),
	number_booked_seconds: metric('gauge', 'How far ahead the slots of a number are taken.', 'number'),
	number_halted_seconds: metric('gauge', "How long a number is still halted, 0 if it isn't.", 'number'),
	templates: metric('gauge', 'Templates that are known, by their state.', 'account', 'state'),
	waits: metric('gauge', "Executions that wait for a customer's answer."),
	month_spending: metric(
		'gauge',
		"What this month's messages cost until now: spent, pending, or estimated. In units of the currency.",
		'account',
		'number',
		'currency',
		'kind',
	),
	inbox_events: metric('gauge', 'Events in the inbox.'),
	inbox_oldest_age_seconds: metric('gauge', 'Age of the oldest event in the inbox.'),
	dead_letters: metric('gauge', 'Events on which executions failed.', 'subscription'),
	subscription_lag_events: metric(
		'gauge',
		'How many inbox numbers a subscription is behind.',
		'subscription',
	),
	subscription_oldest_age_seconds: metric(
		'gauge',
		'Age of the oldest event that a subscription has not settled yet.',
		'subscription',
	),
	forward_waiting_deliveries: metric('gauge', 'Deliveries that wait to be forwarded.', 'target'),
	forward_waiting_bytes: metric('gauge', 'Bytes of the deliveries that wait to be forwarded.', 'target'),
	forward_oldest_age_seconds: metric(
		'gauge',
		'Age of the oldest delivery that waits to be forwarded.',
		'target',
	),
	forwarded_deliveries_total: metric('counter', 'Deliveries that were forwarded.', 'target'),
	forward_failures_total: metric('counter', 'Tries to forward a delivery that failed.', 'target'),
	forward_dropped_total: metric('counter', "Deliveries that weren't forwarded within 7 days.", 'target'),
	deliveries_accepted_total: ofReceiver('counter', 'Deliveries answered with 200.'),
	requests_rejected_total: ofReceiver('counter', "Requests that weren't answered with 200.", 'reason'),
	deliveries_in_flight: ofReceiver('gauge', 'Deliveries that are waiting for the store.'),
	bytes_in_flight: ofReceiver('gauge', 'Bytes of request bodies in memory.'),
	commit_seconds: ofReceiver('histogram', 'Time until the events of a delivery were committed.'),
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;

/** The name of a metric as Prometheus has it. */
export const fullName = (name: MetricName): string => `${PREFIX}${name}`;

/** A value of a metric. */
export interface Sample {
	name: MetricName;
	labels?: Readonly<Record<string, string>>;
	value: number;
	/** Which of a histogram's series it is. */
	of?: 'bucket' | 'sum' | 'count';
}

const escaped = (text: string) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

function lineOf({ name, labels = {}, value, of }: Sample): string {
	const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
	const written = pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
	return `${fullName(name)}${of ? `_${of}` : ''}${written} ${value}`;
}

/** The content type of the exposition. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Samples in Prometheus' text format, version 0.0.4: a metric that has none isn't in it. */
export function expose(samples: readonly Sample[]): string {
	const lines = (Object.keys(METRICS) as MetricName[]).flatMap((name) => {
		const own = samples.filter((sample) => sample.name === name);
		if (own.length === 0) return [];
		const { help, type } = METRICS[name];
		return [`# HELP ${fullName(name)} ${help}`, `# TYPE ${fullName(name)} ${type}`, ...own.map(lineOf)];
	});
	return `${lines.join('\n')}\n`;
}

/** Counts how many values are at most as large as each bound. */
export function openHistogram(name: MetricName, bounds: readonly number[]) {
	const counts = new Array<number>(bounds.length + 1).fill(0);
	let sum = 0;
	return {
		observe(value: number): void {
			const bucket = bounds.findIndex((bound) => value <= bound);
			counts[bucket === -1 ? bounds.length : bucket]! += 1;
			sum += value;
		},
		samples(): Sample[] {
			let total = 0;
			const buckets = [...bounds, '+Inf'].map((bound, index): Sample => {
				total += counts[index]!;
				return { name, labels: { le: String(bound) }, value: total, of: 'bucket' };
			});
			return [...buckets, { name, value: sum, of: 'sum' }, { name, value: total, of: 'count' }];
		},
	};
}
