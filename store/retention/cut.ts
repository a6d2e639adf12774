import type { PartOfNumber, Retention } from '../../engine/store/retention';
import type { Value } from '../work';

/** A time in a statement: what is older is deleted. */
export interface Cut {
	text: string;
	values: Value[];
	/** The latest and the earliest of the times of all numbers. Epoch ms */
	latest: number;
	earliest: number;
}

/** Where the time of a part comes from. */
interface CutQuery {
	part: PartOfNumber | 'windows';
	/** The column that has the number of a row. */
	number: string;
	/** The time of numbers that have none of their own. Epoch ms */
	otherwise: number;
	/** No time is later than this. Epoch ms */
	most?: number;
}

/** The time before which the rows of a part are old: numbers can have times of their own. */
export function cutOf(
	{ ofNumbers = new Map() }: Pick<Retention, 'ofNumbers'>,
	{ part, number, otherwise, most = Infinity }: CutQuery,
): Cut {
	const cases = [...ofNumbers].flatMap(([channel, { [part]: time }]) =>
		time === undefined ? [] : [[channel, Math.min(time, most)] as const],
	);
	const rest = Math.min(otherwise, most);
	const all = [rest, ...cases.map(([, time]) => time)];
	const ends = { latest: Math.max(...all), earliest: Math.min(...all) };
	if (cases.length === 0) return { text: '?', values: [rest], ...ends };
	const whens = cases.map(() => 'WHEN ? THEN CAST(? AS BIGINT)').join(' ');
	return {
		text: `CASE ${number} ${whens} ELSE CAST(? AS BIGINT) END`,
		values: [...cases.flat(), rest],
		...ends,
	};
}
