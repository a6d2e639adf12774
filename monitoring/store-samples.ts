import { BUILD, errorText } from '../base';
import type { Engine, ForwardStats, InboxStats, Store, StoreFigures } from '../engine';
import { asUnits, monthUpTo, nameOfTarget, priceListFor, readSpending, storedTemplates } from '../engine';
import type { MetricName, Sample } from './metrics';

const buildSample = (): Sample => ({
	name: 'build_info',
	labels: { version: BUILD.version, commit: BUILD.commit ?? '' },
	value: 1,
});

const seconds = (ms: number) => ms / 1_000;
const ageInSeconds = (now: number, at: number | undefined) =>
	at === undefined ? 0 : Math.max(0, seconds(now - at));

const TALLIES = {
	events: 'events_total',
	ineffective: 'events_ineffective_total',
	received: 'messages_received_total',
	statuses: 'statuses_total',
	decisions: 'decisions_total',
	sends: 'sends_total',
} as const;

function figureSamples({ tallies, numbers, campaigns, waits }: StoreFigures): Sample[] {
	return [
		...tallies.map(({ name, labels, count }): Sample => ({ name: TALLIES[name], labels, value: count })),
		...numbers.flatMap(({ channel: number, perSecond, speed, bookedFor, haltedFor }): Sample[] => [
			{ name: 'number_messages_per_second', labels: { number }, value: perSecond },
			{ name: 'number_speed_ratio', labels: { number }, value: speed },
			{ name: 'number_booked_seconds', labels: { number }, value: seconds(bookedFor) },
			{ name: 'number_halted_seconds', labels: { number }, value: seconds(haltedFor) },
		]),
		...campaigns.map(({ channel: number, state, count }): Sample => {
			return { name: 'campaigns', labels: { number, state }, value: count };
		}),
		{ name: 'waits', value: waits },
	];
}

function inboxSamples(inbox: InboxStats, now: number): Sample[] {
	return [
		{ name: 'inbox_events', value: inbox.events },
		{ name: 'inbox_oldest_age_seconds', value: ageInSeconds(now, inbox.oldestAt) },
		...inbox.failing.map(({ id: subscription, deadLetters: value }): Sample => {
			return { name: 'dead_letters', labels: { subscription }, value };
		}),
		...inbox.subscriptions.flatMap(({ id: subscription, lag, oldestAt }): Sample[] => [
			{ name: 'subscription_lag_events', labels: { subscription }, value: lag },
			{
				name: 'subscription_oldest_age_seconds',
				labels: { subscription },
				value: ageInSeconds(now, oldestAt),
			},
		]),
	];
}

/** URLs that differ only in their query have the same name, and count together. */
function forwardSamples(targets: ForwardStats[], now: number): Sample[] {
	const samples = new Map<string, Sample>();
	function add(name: MetricName, target: string, value: number, join: (a: number, b: number) => number) {
		const key = `${name} ${target}`;
		const known = samples.get(key);
		samples.set(key, { name, labels: { target }, value: known ? join(known.value, value) : value });
	}
	const sum = (a: number, b: number) => a + b;
	for (const each of targets) {
		const target = nameOfTarget(each.target);
		add('forward_waiting_deliveries', target, each.waiting, sum);
		add('forward_waiting_bytes', target, each.waitingBytes, sum);
		add('forward_oldest_age_seconds', target, ageInSeconds(now, each.oldestAt), Math.max);
		add('forwarded_deliveries_total', target, each.forwarded, sum);
		add('forward_failures_total', target, each.failures, sum);
		add('forward_dropped_total', target, each.dropped, sum);
	}
	return [...samples.values()];
}

async function templateSamples(store: Store, now: number): Promise<Sample[]> {
	const counts = new Map<string, { labels: { account: string; state: string }; value: number }>();
	for (const { account, state } of await storedTemplates(store, now)) {
		const key = JSON.stringify([account, state]);
		const known = counts.get(key) ?? { labels: { account, state }, value: 0 };
		counts.set(key, { ...known, value: known.value + 1 });
	}
	return [...counts.values()].map((count) => ({ name: 'templates', ...count }));
}

const KINDS = ['spent', 'pending', 'estimated'] as const;

/** What this month's messages cost until now, of the accounts that have prices. */
async function spendingSamples(store: Store, now: number): Promise<Sample[]> {
	const samples: Sample[] = [];
	const accounts = await store.money.pricedAccounts();
	const months = new Map<string, Set<string>>();
	for (const account of accounts) {
		const prices = await priceListFor(store, account);
		const month = JSON.stringify(monthUpTo(now, prices?.timeZone));
		months.set(month, (months.get(month) ?? new Set()).add(account));
	}
	for (const [month, ofMonth] of months) {
		const days = JSON.parse(month) as ReturnType<typeof monthUpTo>;
		for (const sum of await readSpending(store, { ...days, by: ['number'], now })) {
			const { account, by, currency } = sum;
			if (currency === undefined || !ofMonth.has(account)) continue;
			for (const kind of KINDS) {
				const labels = { account, number: by.number ?? '', currency, kind };
				samples.push({ name: 'month_spending', labels, value: asUnits(sum[kind]) });
			}
		}
	}
	return samples;
}

async function waitingSamples(store: Store): Promise<Sample[]> {
	return (await store.campaigns.waiting()).map(({ channel: number, state, count }) => {
		return { name: 'campaign_recipients', labels: { number, state }, value: count };
	});
}

/** What takes long is read so seldom that it never takes more than a hundredth of the time. */
const SHARE = 100;

/** What was read by each name, and when it may be read again. Of the monotonic clock, ms */
const lastReadings = () => new Map<string, { until: number; samples: Promise<Sample[]> }>();

/** Reads something for everyone in this process, at most as often as its share allows. */
async function seldom(
	{ session, runtime }: Store,
	name: string,
	read: () => Promise<Sample[]>,
): Promise<Sample[]> {
	const readings = session.part(lastReadings);
	const known = readings.get(name);
	if (known && runtime.monotonic() < known.until) return known.samples;
	const begunAt = runtime.monotonic();
	const reading = { until: Infinity, samples: read() };
	readings.set(name, reading);
	try {
		return await reading.samples;
	} catch (error) {
		readings.delete(name);
		throw error;
	} finally {
		const endedAt = runtime.monotonic();
		reading.until = endedAt + SHARE * (endedAt - begunAt);
	}
}

/**
 * What a store says about itself, for Prometheus: it is the same whoever asks. If it doesn't answer, what is known
 * without it: `store_up` is 0 then.
 * @param onTrouble hears why the store doesn't answer, or doesn't take what is written to it
 */
export async function storeSamples(
	engine: Pick<Engine, 'store' | 'now'>,
	onTrouble: (what: string) => void = () => {},
): Promise<Sample[]> {
	const { store } = engine;
	const begunAt = store.runtime.monotonic();
	const isUp = await store.check().then(
		() => true,
		(error: unknown) => {
			onTrouble(`The store can't be written to: ${errorText(error)}`);
			return false;
		},
	);
	const took: Sample = {
		name: 'store_write_seconds',
		value: seconds(store.runtime.monotonic() - begunAt),
	};
	const first: Sample[] = [buildSample(), { name: 'store_up', value: isUp ? 1 : 0 }, ...(isUp ? [took] : [])];
	try {
		const now = await engine.now();
		const { count: refused = 0 } = (await store.webhooks.refused()) ?? {};
		return [
			...first,
			...figureSamples(await store.figures()),
			{ name: 'deliveries_refused_total', value: refused },
			...(await templateSamples(store, now)),
			...inboxSamples(await store.inbox.stats(), now),
			...forwardSamples(await store.forwards.stats(), now),
			...(await seldom(store, 'waiting', () => waitingSamples(store))),
			...(await seldom(store, 'spending', () => spendingSamples(store, now))),
		];
	} catch (error) {
		onTrouble(`The store doesn't respond: ${errorText(error)}`);
		return first;
	}
}
