import { writeCsv } from '../../base/csv';
import { amountText } from './amounts';
import type { DayLine } from './billed-units';

const COLUMNS = ['day', 'market', 'category', 'type', 'volume', 'cost', 'currency'] as const;

/**
 * A bill as a provider sends it: a row for each day, market, category, and type. The cost is empty if one of the messages
 * has no price, or if they have different currencies, which are never added.
 */
export function billCsv(lines: readonly DayLine[]): string {
	const alike = new Map<string, DayLine[]>();
	for (const line of lines) {
		const key = JSON.stringify([line.day, line.market, line.category, line.type]);
		alike.set(key, [...(alike.get(key) ?? []), line]);
	}
	const rows = [...alike].map(([key, group]) => {
		const volume = group.reduce((sum, { units }) => sum + units, 0);
		return [...(JSON.parse(key) as string[]), String(volume), ...costOf(group)];
	});
	return writeCsv(COLUMNS, rows);
}

function costOf(group: readonly DayLine[]): [cost: string, currency: string] {
	const charged = group.filter(({ cost }) => cost !== 0);
	const currencies = new Set(charged.map(({ currency }) => currency));
	if (currencies.size > 1 || charged.some(({ cost }) => cost === null)) return ['', ''];
	const cost = charged.reduce((sum, line) => sum + (line.cost ?? 0), 0);
	return [amountText(cost), [...currencies][0] ?? ''];
}
