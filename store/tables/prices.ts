import { isDeepStrictEqual } from 'node:util';
import type { PriceTable, SavedPriceTable } from '../../engine/money/price-table';
import { reads } from '../methods';
import type { Work } from '../work';
import { all, lock, one, run } from '../work';

interface PriceRow {
	account: string;
	first_day: string;
	version: number;
	content: string;
	saved_at: number;
}

type Content = Pick<PriceTable, 'currency' | 'timeZone' | 'prices'>;

const toTable = (row: PriceRow): SavedPriceTable => ({
	account: row.account,
	firstDay: row.first_day,
	version: row.version,
	savedAt: row.saved_at,
	...(JSON.parse(row.content) as Content),
});

const NEWEST = 'SELECT * FROM price_table WHERE account = ? AND first_day = ? ORDER BY version DESC LIMIT 1';

const OF_ACCOUNT = `
	SELECT * FROM price_table AS each WHERE account = ? AND version = (
		SELECT max(version) FROM price_table WHERE account = each.account AND first_day = each.first_day)
	ORDER BY first_day`;

/** No version is ever changed or lost. */
export function* savePrices(
	{ account, firstDay, currency, timeZone, prices }: PriceTable,
	savedAt: number,
): Work<SavedPriceTable> {
	yield* lock('prices');
	const before = yield* one<PriceRow>(NEWEST, account, firstDay);
	const content = JSON.stringify({ currency, timeZone, prices } satisfies Content);
	if (before && isDeepStrictEqual(JSON.parse(before.content), JSON.parse(content))) return toTable(before);
	const row: PriceRow = {
		account,
		first_day: firstDay,
		version: (before?.version ?? 0) + 1,
		content,
		saved_at: Math.floor(savedAt),
	};
	yield* run(
		'INSERT INTO price_table (account, first_day, version, content, saved_at) VALUES (?, ?, ?, ?, ?)',
		row.account,
		row.first_day,
		row.version,
		row.content,
		row.saved_at,
	);
	return toTable(row);
}

export function* pricesOf(account: string): Work<SavedPriceTable[]> {
	return (yield* all<PriceRow>(OF_ACCOUNT, account)).map(toTable);
}

export function* pricedAccounts(): Work<string[]> {
	const rows = yield* all<{ account: string }>('SELECT DISTINCT account FROM price_table ORDER BY account');
	return rows.map(({ account }) => account);
}

export const priceWorks = {
	pricesOf: reads(pricesOf),
	pricedAccounts: reads(pricedAccounts),
};
