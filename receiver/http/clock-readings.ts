import type { Engine } from '../../engine';

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
 * Has the gateway's clock read for channels that have an event dated ahead. Deliveries of the moment share a reading,
 * none waits longer than half a second, and a gateway that fails is left alone for ten.
 */
export async function readClocks(
	{ store, runtime }: Engine,
	channels: string[],
	measure: (channel: string) => Promise<void>,
): Promise<void> {
	const readings = store.session.part(readingsByChannel);
	for (const [channel, { restsUntil }] of readings) {
		if (runtime.monotonic() >= restsUntil) readings.delete(channel);
	}

	function begin(channel: string): Reading {
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
		channels.flatMap((channel) => {
			const known = readings.get(channel);
			if (!known && readings.size >= MOST_AT_ONCE) return [];
			return [(known ?? begin(channel)).ended];
		}),
	);
}
