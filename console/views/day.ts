import { DAY, MINUTE } from '../../base';
import { HAPPENED, type Happened } from '../../engine';
import type { Desk } from '../desk';
import { sees } from '../desk';
import type { DayRecord } from '../records';

/** How long a period of the day is. ms */
const STEP = 15 * MINUTE;
const PERIODS = DAY / STEP;
/** What is dated within a period can come so much later. ms */
const LATE = 5 * MINUTE;

type Counts = Record<Happened, number>;

const nothing = (): Counts => Object.fromEntries(HAPPENED.map((what) => [what, 0])) as Counts;

/**
 * Counts what happened in the last 24 hours, one period at a time, so that no statement takes long. A period that is over
 * is counted once.
 */
export interface Day {
	read(now: number, ahead: number): Promise<DayRecord>;
}

export function openDay(desk: Pick<Desk, 'store' | 'runtime' | 'only'>): Day {
	const known = new Map<number, Counts>();
	let knownAhead = 0;

	async function count(from: number, ahead: number): Promise<Counts> {
		const counts = nothing();
		const found = await desk.store.figures.happened({ from, to: from + STEP, ahead });
		for (const { channel, what, count: more } of found) {
			if (sees(desk, channel)) counts[what] += more;
		}
		return counts;
	}

	return {
		async read(now, ahead) {
			if (ahead !== knownAhead) known.clear();
			knownAhead = ahead;
			const last = Math.floor(now / STEP) * STEP;
			const first = last - (PERIODS - 1) * STEP;
			for (const from of known.keys()) if (from < first) known.delete(from);
			const counts = Object.fromEntries(
				HAPPENED.map((what) => [what, [] as number[]]),
			) as DayRecord['counts'];
			for (let from = first; from <= last; from += STEP) {
				const one = known.get(from) ?? (await count(from, ahead));
				if (from + STEP + LATE < now) {
					if (!known.has(from)) await desk.runtime.turn();
					known.set(from, one);
				}
				for (const what of HAPPENED) counts[what].push(one[what]);
			}
			return { from: first, step: STEP, counts };
		},
	};
}
