import { costOf } from '../../engine/money/cost';
import { dayIn } from '../../engine/money/days';
import type { PriceList } from '../../engine/money/price-table';
import { priceListOf } from '../../engine/money/price-table';
import { campaignOfSpending, cappedCategory } from '../../engine/money/reservation';
import type { Value, Work } from '../work';
import { all, each } from '../work';
import type { ChargeRow } from './charge-row';
import type { Recipient } from './group-charges';
import { isCharge } from './group-charges';
import { pricedAccounts, pricesOf } from './prices';
import type { CountedFor, ReservedRow } from './spending';
import { changeSpending, endReservations, givenBack, readCountedFor, writeCountedFor } from './spending';

const FIND = `
	SELECT charge.* FROM (VALUES (?, ?, ?)) AS asked
	JOIN charge ON charge.channel = asked.column1 AND charge.message_id = asked.column2
		AND charge.recipient = asked.column3`;

const COUNT = `
	UPDATE charge SET counted = past.column4, counted_for = past.column5
	FROM (VALUES (?, ?, ?, CAST(? AS BIGINT), ?)) AS past
	WHERE charge.channel = past.column1 AND charge.message_id = past.column2 AND charge.recipient = past.column3`;

/** The prices of the accounts that have some. */
function* readPriceLists(accounts: ReadonlySet<string>): Work<ReadonlyMap<string, PriceList>> {
	const lists = new Map<string, PriceList>();
	for (const account of yield* pricedAccounts()) {
		const list = accounts.has(account) && priceListOf(yield* pricesOf(account));
		if (list) lists.set(account, list);
	}
	return lists;
}

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

/** What a message is added to: what it was reserved in, so that no day gets what another one allowed. */
function placeOf(row: ChargeRow, reserved: ReservedRow | undefined, prices: PriceList): CountedFor {
	const known = row.counted_for ?? reserved?.reserved_for;
	const campaign = campaignOfSpending(row.campaign ?? undefined);
	const place = known
		? readCountedFor(known)
		: { day: dayIn(prices.timeZone, row.sent_at), category: cappedCategory(row.category ?? ''), campaign };
	const isFree = row.type === 'free_customer_service' && row.delivered_at !== null;
	return { ...place, freeService: isFree ? 1 : 0 };
}

/** Counts what statuses say of messages of accounts that have prices, and gives back what was reserved for them. */
export function* countCharged(accounts: ReadonlySet<string>, places: readonly Recipient[]): Work<void> {
	const lists = yield* readPriceLists(accounts);
	if (lists.size === 0) return;
	const found = yield* each<ChargeRow>(
		FIND,
		places.map(({ channel, messageId, recipient }) => [channel, messageId, recipient]),
	);
	const rows = found.filter(
		(row) => isCharge(row) && lists.has(row.account) && (saysIt(row) || row.counted !== null),
	);
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
	SELECT channel, message_id AS "messageId", recipient FROM charge
	WHERE account = ? AND sent_at >= ? ORDER BY channel, message_id, recipient`;

/** Counts again what messages of an account cost that were sent since a time, as its prices have changed. */
export function* recountCharged(account: string, since: number): Work<void> {
	const places = yield* all<Recipient>(OF_ACCOUNT, account, since);
	for (let from = 0; from < places.length; from += PIECE) {
		yield* countCharged(new Set([account]), places.slice(from, from + PIECE));
	}
}
