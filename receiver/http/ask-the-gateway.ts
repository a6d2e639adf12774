import type { AskTemplate, Engine, MessagingEvent } from '../../engine';
import { marksKeptFor, withAskedTemplates } from '../../engine';

/** What the gateway can be asked while a delivery is taken in. */
export interface Asking {
	engine: Engine;
	/** Asks the gateway what time it is; called when a delivery is dated later than now. */
	measureClock?: (channel: string) => Promise<void>;
	/** The phone number ids that `measureClock` is called for; any if left out. */
	clockChannels?: readonly string[];
	/** Asks the gateway for a template; called for template events whose delivery names no time. */
	askTemplate?: AskTemplate;
}

/** How long a delivery waits for the gateway to say what time it is. ms */
const LONGEST_WAIT = 500;

/** After a failed reading, how long to wait before the next one. ms */
const REST = 10_000;

/** Readings at a time at most, where nobody says which channels there are. */
const MOST_AT_ONCE = 8;

interface Reading {
	/** Resolves when it has ended, or has taken too long. */
	ended: Promise<void>;
	/** When there may be another, if it failed. Of the monotonic clock, ms */
	restsUntil: number;
}

/** The readings that run or have failed, by channel, for all deliveries of the process. */
const readingsByChannel = () => new Map<string, Reading>();

/**
 * Has the gateway's clock read for these channels, as far as it may be. Deliveries of the moment share a reading, none
 * waits longer than half a second, and a gateway that fails is left alone for ten.
 */
async function readClocks(
	channels: string[],
	{ engine: { store, runtime }, measureClock, clockChannels }: Asking,
): Promise<void> {
	if (!measureClock) return;
	const asked = clockChannels ? channels.filter((channel) => clockChannels.includes(channel)) : channels;
	const readings = store.session.part(readingsByChannel);
	for (const [channel, { restsUntil }] of readings) {
		if (runtime.monotonic() >= restsUntil) readings.delete(channel);
	}

	function begin(channel: string, measure: NonNullable<Asking['measureClock']>): Reading {
		const ended = new Promise<void>((resolve) => {
			const cancel = runtime.after(LONGEST_WAIT, resolve, 'background');
			const succeed = () => {
				if (readings.get(channel) === reading) readings.delete(channel);
			};
			const end = () => {
				cancel();
				resolve();
			};
			void Promise.resolve()
				.then(() => measure(channel))
				.then(succeed, () => {})
				.then(end);
		});
		const reading = { ended, restsUntil: runtime.monotonic() + REST };
		readings.set(channel, reading);
		return reading;
	}

	await Promise.all(
		asked.flatMap((channel) => {
			const known = readings.get(channel);
			if (!known && readings.size >= MOST_AT_ONCE) return [];
			return [(known ?? begin(channel, measureClock)).ended];
		}),
	);
}

/** An event dated later than now shows that our clock is late, or that the event is wrong: the gateway's clock tells. */
export async function measureClockOfFuture(events: MessagingEvent[], asking: Asking): Promise<void> {
	if (asking.measureClock) await readClocks(await asking.engine.channelsBehind(events), asking);
}

/**
 * The events of which the store would still know that they came before. The gateway redelivers for 7 days: if the store
 * has forgotten anything, what is older than its marks was recorded and sent again, and could bring back what was
 * erased. Of the gateway's clock and ours, the gateway's counts, which is asked first.
 */
export async function withoutOld(events: MessagingEvent[], asking: Asking): Promise<MessagingEvent[]> {
	const { engine } = asking;
	const channels = [...new Set(events.map(({ channel }) => channel))];
	async function olderThan(keptFor: number): Promise<ReadonlySet<MessagingEvent>> {
		const times = new Map<string | undefined, number>();
		for (const channel of channels) times.set(channel, await engine.now(channel));
		return new Set(events.filter(({ at, channel }) => at < times.get(channel)! - keptFor));
	}

	const suspect = await olderThan(marksKeptFor({ events: 0 }));
	if (suspect.size === 0 || !(await engine.store.retention.hasForgotten())) return events;
	await readClocks([...new Set([...suspect].flatMap(({ channel }) => channel ?? []))], asking);
	const { times } = await engine.store.retention.read();
	const old = await olderThan(marksKeptFor(times));
	return events.filter((event) => !old.has(event));
}

/** How long a delivery waits for what the gateway says about a template. ms */
const LONGEST_ASKING = 5_000;

/** Template events without a time, as the gateway says. If it doesn't say, they are taken as they come. */
export async function asTheGatewaySays(
	events: MessagingEvent[],
	{ engine, askTemplate }: Asking,
): Promise<MessagingEvent[]> {
	if (!askTemplate) return events;
	let answers = true;
	const inTime: AskTemplate = async (template) => {
		if (!answers) return undefined;
		const answer = await new Promise<Awaited<ReturnType<AskTemplate>> | 'late'>((resolve, reject) => {
			const cancel = engine.runtime.after(LONGEST_ASKING, () => resolve('late'), 'background');
			askTemplate(template).then(resolve, reject).finally(cancel);
		}).catch(() => 'late' as const);
		if (answer !== 'late') return answer;
		answers = false;
		return undefined;
	};
	return withAskedTemplates(events, engine, inTime);
}
