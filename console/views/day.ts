import { DAY, MINUTE } from '../../base';
import { HAPPENED, type Happened } from '../../engine';
import type { Desk } from '../desk';
import { sees } from '../desk';
import type { DayRecord } from '../records';

/** How long a period of the day is. ms */
const STEP = 15 * MINUTE;
const PERIODS = DAY / STEP;
/** So long is counted at a time: a day with millions of events is counted while people look at the rest. ms */
const PATIENCE = 250;
/** What is dated within a period can come so much later. ms */
const LATE = 5 * MINUTE;

type Counts = Record<Happened, number>;

const nothing = (): Counts => Object.fromEntries(HAPPENED.map((what) => [what, 0])) as Counts;

/**
 * Counts what happened in the last 24 hours, the newest period first, and each on its own, so that no statement takes
 * long. A period that is over is counted once.
 */
export interface Day {
	read(now: number, ahead: number): Promise<DayRecord>;
}

export function openDay(desk: Pick<Desk, 'store' | 'runtime' | 'only'>): Day {
	const known = new Map<number, Counts>();
	let knownAhead = 0;

	async function count(from: number, ahead: number): Promise<Counts> {
		const counts = nothing();
		const found = await desk.store.overview.happened({ from, to: from + STEP, ahead });
		for (const { channel, what, count: more } of found) {
			if (sees(desk, channel)) counts[what] += more;
		}
		// What was let out at the end of a period can be refused in the next one.
		counts.answered = Math.max(0, counts.answered);
		return counts;
	}

	return {
		async read(now, ahead) {
			if (ahead !== knownAhead) known.clear();
			knownAhead = ahead;
			const last = Math.floor(now / STEP) * STEP;
			const periods = Array.from({ length: PERIODS }, (_, index) => last - index * STEP);
			for (const from of known.keys()) if (from < periods.at(-1)!) known.delete(from);
			const began = desk.runtime.monotonic();
			const counted = new Map<number, Counts>();
			for (const from of periods) {
				const isOver = from + STEP + LATE < now;
				const before = isOver ? known.get(from) : undefined;
				if (before === undefined && desk.runtime.monotonic() - began > PATIENCE) continue;
				const one = before ?? (await count(from, ahead));
				counted.set(from, one);
				if (isOver) known.set(from, one);
				// Other requests come first.
				if (before === undefined) await desk.runtime.turn();
			}
			const inOrder = periods.reverse();
			const countsOf = (what: Happened) => inOrder.map((from) => counted.get(from)?.[what] ?? 0);
			const counts = Object.fromEntries(
				HAPPENED.map((what) => [what, countsOf(what)]),
			) as DayRecord['counts'];
			return { from: inOrder[0]!, step: STEP, counts, isWhole: counted.size === PERIODS };
		},
	};
}
