import { EXPIRES_AFTER } from '../../engine/money/charges';
import { costOf } from '../../engine/money/cost';
import { dayIn, ZONE_UNKNOWN } from '../../engine/money/days';
import type { PriceList, PriceTable, SavedPriceTable } from '../../engine/money/price-table';
import { priceListOf } from '../../engine/money/price-table';
import { campaignOfSpending, cappedCategory } from '../../engine/money/reservation';
import { writes } from '../methods';
import type { Value, Work } from '../work';
import { all, each, lock } from '../work';
import type { ChargeRow } from './charge-row';
import { moveToZone } from './charge-totals';
import { isCharge } from './group-charges';
import { pricesOf, savePrices } from './prices';
import type { CountedFor, ReservedRow } from './spending';
import { changeSpending, endReservations, givenBack, readCountedFor, writeCountedFor } from './spending';

const COUNT = `
	UPDATE charge SET counted = past.column4, counted_for = past.column5
	FROM (VALUES (?, ?, ?, CAST(? AS BIGINT), ?)) AS past
	WHERE charge.channel = past.column1 AND charge.message_id = past.column2 AND charge.recipient = past.column3`;

/** Whether the statuses say what a message costs. Until then, what was reserved for it counts. */
const saysIt = ({ type, category, failed_at: failedAt, delivered_at: deliveredAt }: ChargeRow) =>
	type !== null || category !== null || (failedAt !== null && deliveredAt === null);

/** What a message costs for caps: an unknown price is the highest of its category. */
function amountOf(row: ChargeRow, prices: PriceList, { day, category }: CountedFor): number {
	const kind = {
		market: row.market,
		type: row.type ?? '',
		category: row.category ?? '',
		subtype: row.subtype ?? '',
		day,
		state: row.delivered_at !== null ? 'charged' : row.failed_at !== null ? 'failed' : 'pending',
	} as const;
	const cost = costOf(kind, prices);
	if ('amount' in cost) return cost.amount;
	if (cost.is !== 'unknown') return 0;
	return prices.highestOf(kind.category, day) ?? prices.highestOf(category, day) ?? 0;
}

/** Customers and members of groups share the free part of service messages: one of it for each who got a message. */
const FREE_SERVICE: ReadonlySet<string | null> = new Set([
	'free_customer_service',
	'free_group_customer_service',
]);

/** What a message is added to: what it was reserved in, so that no day gets what another one allowed. */
function placeOf(row: ChargeRow, reserved: ReservedRow | undefined, prices: PriceList): CountedFor {
	const known = row.counted_for ?? reserved?.reserved_for;
	const campaign = campaignOfSpending(row.campaign ?? undefined);
	const place = known
		? readCountedFor(known)
		: { day: dayIn(prices.timeZone, row.sent_at), category: cappedCategory(row.category ?? ''), campaign };
	const isFree = FREE_SERVICE.has(row.type) && row.delivered_at !== null;
	return { ...place, freeService: isFree ? 1 : 0 };
}

/** Counts what statuses say of messages of accounts that have prices, and gives back what was reserved for them. */
export function* countCharged(
	lists: ReadonlyMap<string, PriceList>,
	charges: readonly ChargeRow[],
): Work<void> {
	const rows = charges.filter(
		(row) => isCharge(row) && lists.has(row.account) && (saysIt(row) || row.counted !== null),
	);
	if (rows.length === 0) return;
	const messages = new Map(rows.map(({ message_id: id, channel }) => [`${id} ${channel}`, [id, channel]]));
	const ended = yield* endReservations([...messages.values()] as Array<[string, string]>);
	const reservedOf = new Map(ended.map((row) => [`${row.message_id} ${row.channel}`, row]));
	const changes = ended.map(givenBack);
	const counted: Value[][] = [];
	for (const row of rows) {
		const prices = lists.get(row.account)!;
		const place = placeOf(row, reservedOf.get(`${row.message_id} ${row.channel}`), prices);
		const amount = amountOf(row, prices, place);
		const text = writeCountedFor(place);
		if (row.counted === amount && row.counted_for === text) continue;
		const before = row.counted_for === null ? undefined : readCountedFor(row.counted_for);
		changes.push({
			channel: row.channel,
			...place,
			amount: amount - (row.counted ?? 0),
			freeService: (place.freeService ?? 0) - (before?.freeService ?? 0),
		});
		counted.push([row.channel, row.message_id, row.recipient, amount, text]);
	}
	yield* each(
		COUNT,
		counted.sort((a, b) => (String(a) < String(b) ? -1 : 1)),
	);
	yield* changeSpending(changes);
}

/** How many are counted at a time. */
const PIECE = 1_000;

const OF_ACCOUNT = `
	SELECT * FROM charge WHERE account = ? AND sent_at >= ? AND (channel, message_id, recipient) > (?, ?, ?)
	ORDER BY channel, message_id, recipient LIMIT ${PIECE}`;

/** Counts again what messages of an account cost that were sent since a time, as its prices have changed. */
function* recountCharged(prices: PriceList, since: number): Work<void> {
	const lists = new Map([[prices.account, prices]]);
	for (let after = ['', '', '']; ;) {
		const rows = yield* all<ChargeRow>(OF_ACCOUNT, prices.account, since, ...after);
		yield* countCharged(lists, rows);
		const last = rows.at(-1);
		if (!last || rows.length < PIECE) return;
		after = [last.channel, last.message_id, last.recipient];
	}
}

/** Keeps prices, and counts again what they change: what caps count, and the days if the time zone is another one. */
function* changePrices(given: PriceTable, savedAt: number): Work<SavedPriceTable> {
	const { account } = given;
	yield* lock('prices');
	const before = priceListOf(yield* pricesOf(account));
	const { table, isNew } = yield* savePrices(given, savedAt);
	if (!isNew) return table;
	const after = priceListOf(yield* pricesOf(account))!;
	const zone = before?.timeZone ?? ZONE_UNKNOWN;
	if (zone !== after.timeZone) yield* moveToZone(account, zone, after.timeZone);
	yield* recountCharged(after, savedAt - EXPIRES_AFTER);
	return table;
}

export const priceChangeWorks = {
	savePrices: writes(changePrices),
};
