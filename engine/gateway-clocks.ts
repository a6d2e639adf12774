import type { Runtime } from '../base';
import { CLOCK_OFFSET_THRESHOLD, CLOCK_TOLERANCE } from '../platform';
import type { MessagingEvent } from './events/messaging-event';
import type { Store } from './store/store';

/** Offsets that were read are good for this long, unless an event contradicts them. ms */
const READING_AGE = 1_000;

interface Reading {
	/** How far the gateway's clock is ahead of ours, by channel. ms */
	offsets: Promise<ReadonlyMap<string, number>>;
	/** Of the process's monotonic clock. ms */
	readAt: number;
}

/** The last reading. */
const lastReading = (): { last?: Reading } => ({});

const offsetIn = (value: unknown) => (typeof value === 'number' ? value : 0);

async function readOffsets(store: Store): Promise<ReadonlyMap<string, number>> {
	const scopes = await store.readScopes('clock');
	return new Map(scopes.map(({ scope, register }) => [scope, offsetIn(register.value)]));
}

/** The newest date for each channel of the events; those of the account are under `undefined`. */
function newestDates(events: MessagingEvent[]): Map<string | undefined, number> {
	const newest = new Map<string | undefined, number>();
	for (const { channel, at } of events) newest.set(channel, Math.max(at, newest.get(channel) ?? -Infinity));
	return newest;
}

/**
 * The gateway's clocks, as offsets from the local one: kept in the store for all processes, for each channel. A
 * delivery asks for them, so what was read is used for a second; an event dated later than it allows has it read again.
 */
export function openGatewayClocks(store: Store, { now: localTime, monotonic }: Runtime) {
	const kept = store.session.part(lastReading);

	function read(): Reading['offsets'] {
		const reading = { offsets: readOffsets(store), readAt: monotonic() };
		kept.last = reading;
		reading.offsets.catch(() => {
			if (kept.last === reading) kept.last = undefined;
		});
		return reading.offsets;
	}

	function readLately(): Reading['offsets'] {
		const { last } = kept;
		return last && monotonic() - last.readAt < READING_AGE ? last.offsets : read();
	}

	const now = async (channel?: string): Promise<number> => {
		const clock = channel === undefined ? undefined : await store.readRegister(channel, '', 'clock');
		return localTime() + offsetIn(clock?.value);
	};

	const latestBy = (offsets: ReadonlyMap<string, number>) =>
		localTime() + Math.max(0, ...offsets.values()) + CLOCK_TOLERANCE;

	return {
		/** Local time, moved to the gateway's clock if the two differ by more than 5 s. Epoch ms */
		now,

		/** Notes what time the gateway says it is. Epoch ms */
		async observe(channel: string, gatewayTime: number, believed?: number): Promise<void> {
			const difference = gatewayTime - localTime();
			const offset = Math.abs(difference) > CLOCK_OFFSET_THRESHOLD ? difference : 0;
			const isAsBelieved =
				believed !== undefined && Math.abs(believed - localTime() - offset) <= CLOCK_OFFSET_THRESHOLD;
			if (isAsBelieved) return;
			const known = await store.readRegister(channel, '', 'clock');
			if (Math.abs(offsetIn(known?.value) - offset) <= CLOCK_OFFSET_THRESHOLD) return;
			// Newer than what it replaces, whichever clock was set back since: the last reading counts.
			const at = Math.max(gatewayTime, (known?.at ?? 0) + 1);
			const write = { scope: channel, subject: '', name: 'clock', at, rank: 0, id: '', value: offset };
			await store.apply({ registers: [write] });
			kept.last = undefined;
		},

		/** The latest date that an event received now may have, whichever clock is the latest. Epoch ms */
		async latestDate(events: MessagingEvent[]): Promise<number> {
			const newest = Math.max(-Infinity, ...newestDates(events).values());
			const latest = latestBy(await readLately());
			return newest <= latest ? latest : latestBy(await read());
		},

		/**
		 * The channels that have an event dated later than their clock allows: it is late, or the event is wrong. An event of
		 * the account, such as a template's status, shows that of the account's numbers.
		 */
		async channelsBehind(events: MessagingEvent[]): Promise<string[]> {
			const newest = newestDates(events.filter(({ channel }) => channel !== undefined));
			const ofAccounts = events.filter(({ channel }) => channel === undefined);
			const behindBy = async (offsets: ReadonlyMap<string, number>): Promise<string[]> => {
				const isLater = (at: number, channel: string) =>
					at > localTime() + (offsets.get(channel) ?? 0) + CLOCK_TOLERANCE;
				const own = [...newest].flatMap(([channel = '', at]) => (isLater(at, channel) ? [channel] : []));
				const late = ofAccounts.filter(({ at }) => isLater(at, ''));
				if (late.length === 0) return own;
				const numbers = await store.readScopes('account');
				const shared = numbers.flatMap(({ scope, register }) =>
					late.some(({ account, at }) => account === register.value && isLater(at, scope)) ? [scope] : [],
				);
				return [...new Set([...own, ...shared])];
			};
			const behind = await behindBy(await readLately());
			return behind.length === 0 ? behind : behindBy(await read());
		},
	};
}
