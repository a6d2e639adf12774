import { datesAround, WEEKDAYS } from './days';
import { conditionHolds } from './evaluate';
import type { FactDefinition, FactType } from './fact-catalogue';
import type { Claim } from './implication';
import { clock } from './local-moment';
import type { Condition } from './rule';
import { UNKNOWN } from './time-zones';
import { DAY_IN_MINUTES, readCap, readHours } from './values';

/** Just below, at, and just above each number that is compared with, and 0. */
function numbersAround(compared: unknown[]): number[] {
	const numbers = compared as number[];
	return [0, ...numbers.flatMap((value) => [value - 1, value, value + 1])].filter((value) => value >= 0);
}

/** The first and the last minute of some hours, and the minutes beside them. */
function timesAround(hours: unknown[]): string[] {
	const edges = hours.map((value) => readHours(value)!).flatMap(({ from, to }) => [from, to]);
	const before = (edge: number) => (edge + DAY_IN_MINUTES - 1) % DAY_IN_MINUTES;
	return [UNKNOWN, ...edges.flatMap((edge) => [clock(before(edge)), clock(edge % DAY_IN_MINUTES)])];
}

/** As many occurrences as reach a cap, and one fewer, just within its period. */
function occurrencesAround(caps: unknown[]): number[][] {
	return caps
		.map((value) => readCap(value)!)
		.flatMap(({ count, within }) =>
			[count - 1, count].map((length) => new Array<number>(length).fill(within - 1)),
		);
}

interface Candidates {
	/** What a fact is that nobody asks. */
	unasked: unknown;
	/** The values that can make a difference. */
	around(compared: unknown[], values?: readonly string[]): unknown[];
}

const ofNumbers: Candidates = { unasked: 0, around: numbersAround };

const CANDIDATES: Readonly<Record<FactType, Candidates>> = {
	boolean: { unasked: false, around: () => [false, true] },
	text: {
		unasked: 'none',
		around: (compared, values = ['anything else']) => [...values, ...compared],
	},
	number: ofNumbers,
	time: ofNumbers,
	duration: ofNumbers,
	localTime: { unasked: UNKNOWN, around: timesAround },
	weekday: { unasked: UNKNOWN, around: () => [UNKNOWN, ...WEEKDAYS] },
	date: { unasked: UNKNOWN, around: (lists) => [UNKNOWN, ...datesAround(lists as string[])] },
	occurrences: { unasked: [], around: occurrencesAround },
};

/** One value of a fact for each way in which some prepared conditions, and some claims, can come out. */
export function tellingValues(
	name: string,
	{ type, values }: FactDefinition,
	conditions: readonly Condition[],
	claims: readonly Claim[],
): unknown[] {
	const { unasked, around } = CANDIDATES[type];
	if (conditions.length === 0) return [unasked];
	const different = new Map<string, unknown>();
	const compared = conditions.flatMap(({ value }) => value);
	for (const value of around(compared, values)) {
		const answers = [
			...conditions.map((condition) => conditionHolds(condition, { [name]: value })),
			...claims.map((claim) => claim.is(value)),
		];
		const key = answers.map(Number).join('');
		if (!different.has(key)) different.set(key, value);
	}
	return [...different.values()];
}
