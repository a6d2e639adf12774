import { DAY, HOUR } from '../base';
import type { Runtime } from '../base';
import { CONVERSATION_WINDOW } from '../platform';
import type { NumberSettings } from './store/number-settings';
import type { CutsOfNumber, RetentionTimes, Store } from './store/store';
import { marksKeptFor, RETENTION_PARTS } from './store/retention';

/** How often old things are forgotten, whoever does it. ms */
const EVERY = HOUR;
/** How long it is of use when a conversation window was opened, and a day more, as clocks are corrected. ms */
const WINDOWS_KEPT = CONVERSATION_WINDOW + DAY;

/**
 * The earliest of the clocks that what is kept is dated by: the local one, and those of the gateways. In doubt, things
 * are kept for longer.
 */
async function earliestNow(store: Store, now: number): Promise<number> {
	const offsets = (await store.readScopes('clock')).map(({ register }) => register.value as number);
	return now + Math.min(0, ...offsets);
}

/**
 * Forgets what is older than the store is set to keep it, in small pieces, unless somebody did within the last hour.
 * @param now local time, epoch ms
 * @throws what the store throws, or the signal's reason
 */
export async function forgetOld(store: Store, now: number, signal?: AbortSignal): Promise<void> {
	if (await store.retention.takeTurn(now, EVERY)) await forget(store, now, signal);
}

/**
 * Does the same right now, whenever somebody did it last.
 * @param now local time, epoch ms
 * @returns how many events were deleted
 * @throws what the store throws
 */
export async function forgetOldNow(store: Store, now: number): Promise<number> {
	await store.retention.takeTurn(now, 0);
	return forget(store, now);
}

/** What is deleted of each number that has times of its own. */
function cutsOfNumbers(
	all: ReadonlyMap<string, NumberSettings>,
	today: number,
): ReadonlyMap<string, CutsOfNumber> {
	return new Map(
		[...all].flatMap(([channel, { retention }]) => {
			if (!retention) return [];
			const cuts = Object.entries(retention).map(([part, time]) => [part, today - time] as const);
			const { conversations } = retention;
			const windows = conversations !== undefined && {
				windows: today - Math.min(WINDOWS_KEPT, conversations),
			};
			return [[channel, { ...Object.fromEntries(cuts), ...windows }] as const];
		}),
	);
}

async function forget(store: Store, now: number, signal?: AbortSignal): Promise<number> {
	const { times } = await store.retention.read();
	const today = await earliestNow(store, now);
	const cuts = RETENTION_PARTS.map((part) => [part, today - times[part]] as const);
	const windows = today - Math.min(WINDOWS_KEPT, times.conversations);
	const marks = today - marksKeptFor(times);
	const ofNumbers = cutsOfNumbers(await store.settings.all(), today);
	const ofStore = Object.fromEntries(cuts) as unknown as RetentionTimes;
	return store.prune({ ...ofStore, windows, marks, ofNumbers }, signal);
}

/** When this process last tried, by the monotonic clock. ms */
const lastTry = (): { at: number } => ({ at: -Infinity });

/**
 * Does the same beside what else is done, at most once an hour. Of the engine's clock and the store's, which date
 * different things, the earlier one counts. A store in trouble is tried again in an hour: whoever needs it meanwhile
 * reports the trouble.
 */
export function forgetOldNowAndThen(store: Store, { monotonic, now }: Runtime): void {
	const last = store.session.part(lastTry);
	if (monotonic() - last.at < EVERY) return;
	last.at = monotonic();
	store.session.inBackground((closing) => forgetOld(store, Math.min(now(), store.runtime.now()), closing));
}
