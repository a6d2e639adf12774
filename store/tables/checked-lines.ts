import type { CheckedLine } from '../../engine/store/money';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, each } from '../work';

const ADD = `
	INSERT INTO checked_line (account, day, market, category, type, messages) VALUES (?, ?, ?, ?, ?, ?)
	ON CONFLICT (account, day, market, category, type) DO UPDATE SET messages = excluded.messages`;

const DROP =
	'DELETE FROM checked_line WHERE account = ? AND day = ? AND market = ? AND category = ? AND type = ?';

const keyOf = ({ account, day, market, category, type }: CheckedLine) => [
	account,
	day,
	market,
	category,
	type,
];

/** Keeps which lines of a bill agree, in the order of their keys, and forgets those that don't. */
function* checkLines(lines: ReadonlyArray<CheckedLine & { agrees: boolean }>): Work<void> {
	const ordered = [...lines].sort((a, b) => (String(keyOf(a)) < String(keyOf(b)) ? -1 : 1));
	yield* each(
		ADD,
		ordered.filter(({ agrees }) => agrees).map((line) => [...keyOf(line), line.messages]),
	);
	yield* each(DROP, ordered.filter(({ agrees }) => !agrees).map(keyOf));
}

function* checkedLines({ firstDay, lastDay }: { firstDay: string; lastDay: string }): Work<CheckedLine[]> {
	return yield* all<CheckedLine>('SELECT * FROM checked_line WHERE day >= ? AND day <= ?', firstDay, lastDay);
}

export const checkedLineWorks = {
	check: writes(checkLines),
	checked: reads(checkedLines),
};
