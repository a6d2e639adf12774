import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PriceTable, SavedPriceTable } from '../../engine/money/price-table';
import { reads } from '../methods';
import type { Work } from '../work';
import { all, one, run } from '../work';

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

/** Until the transaction ends, no delivery is committed. */
const SET_STAMP = "UPDATE counter SET prices = ? WHERE name = 'inbox'";

/** Gives the store another stamp of its prices, which no other prices have had. */
function* stampPrices(content: string): Work<void> {
	const stamp = yield* one<{ prices: string | null }>("SELECT prices FROM counter WHERE name = 'inbox'");
	const next = createHash('sha256').update(JSON.stringify([stamp?.prices, content]));
	yield* run(SET_STAMP, next.digest('hex').slice(0, 16));
}

/**
 * Keeps prices; no version is ever changed or lost.
 * @returns whether they are new, too
 */
export function* savePrices(
	{ account, firstDay, currency, timeZone, prices }: PriceTable,
	savedAt: number,
): Work<{ table: SavedPriceTable; isNew: boolean }> {
	const before = yield* one<PriceRow>(NEWEST, account, firstDay);
	const content = JSON.stringify({ currency, timeZone, prices } satisfies Content);
	if (before && isDeepStrictEqual(JSON.parse(before.content), JSON.parse(content))) {
		return { table: toTable(before), isNew: false };
	}
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
	yield* stampPrices(JSON.stringify(row));
	return { table: toTable(row), isNew: true };
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
