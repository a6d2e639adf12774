import type { Tallies, Tally } from '../../engine/store/figures';
import type { RefusedDeliveries } from '../../engine/store/store';
import { readsCounted } from '../methods';
import type { Value, Work } from '../work';
import { all, each } from '../work';

/** The rows of deliveries that were refused: how many, and when the last one came. */
export const REFUSED = 'refused';
export const REFUSED_AT = 'refused-at';

const write = (value: string) => `
	INSERT INTO counter (name, value) VALUES (?, CAST(? AS BIGINT))
	ON CONFLICT (name) DO UPDATE SET value = ${value}`;

const ADD = write('counter.value + excluded.value');
const SET = write('excluded.value');

/** A tally's row in the table of counters: its name, then its labels as JSON. */
export const keyOfTally = <Name extends keyof Tallies>(name: Name, labels: Tallies[Name]): string =>
	`tally ${name} ${JSON.stringify(labels)}`;

const OF_TALLY = /^tally (\S+) (.*)$/s;

/** In the order of their names, so that no two transactions wait for each other. */
const inOrder = (rows: ReadonlyMap<string, number>): Value[][] =>
	[...rows].sort(([a], [b]) => (a < b ? -1 : 1));

/** Writes what a process has counted. */
export function* writeTallies({
	added,
	set,
}: {
	added: ReadonlyMap<string, number>;
	set: ReadonlyMap<string, number>;
}): Work<void> {
	yield* each(ADD, inOrder(added));
	yield* each(SET, inOrder(set));
}

export function* readTallies(): Work<Tally[]> {
	const rows = yield* all<{ name: string; value: number }>(
		"SELECT name, value FROM counter WHERE name LIKE 'tally %' ORDER BY name",
	);
	return rows.map(({ name: row, value: count }) => {
		const [, name, labels] = OF_TALLY.exec(row)!;
		return { name, labels: JSON.parse(labels!) as unknown, count } as Tally;
	});
}

function* readRefused(): Work<RefusedDeliveries | undefined> {
	const rows = yield* all<{ name: string; value: number }>(
		'SELECT name, value FROM counter WHERE name IN (?, ?)',
		REFUSED,
		REFUSED_AT,
	);
	const { [REFUSED]: count, [REFUSED_AT]: at } = Object.fromEntries(rows.map((row) => [row.name, row.value]));
	return count === undefined || at === undefined ? undefined : { count, at };
}

export const tallyWorks = {
	refused: readsCounted(readRefused),
};
