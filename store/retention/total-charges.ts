import { DAY } from '../../base';
import { EXPIRES_AFTER } from '../../engine/money/charges';
import { dayIn, ZONE_UNKNOWN } from '../../engine/money/days';
import type { Database } from '../database';
import type { ChargeRow } from '../tables/charge-row';
import { isCharge } from '../tables/group-charges';
import { pricesOf, pricedAccounts } from '../tables/prices';
import type { Value, Work } from '../work';
import { all, each, one } from '../work';

/** How many rows are looked at in one piece. */
const PIECE = 1_000;

/** A status corrects what is expired, and a redelivery takes up to 8 days. ms */
const LEAST = EXPIRES_AFTER + 9 * DAY;

const KEY = '(channel, message_id, recipient)';
const IS_OLD = 'COALESCE(delivered_at, failed_at, sent_at) < ?';

const END_OF_PIECE = `
	SELECT channel, message_id, recipient FROM charge WHERE ${KEY} > (?, ?, ?)
	ORDER BY channel, message_id, recipient LIMIT 1 OFFSET ${PIECE - 1}`;

const ADD = `
	INSERT INTO charge_total (
		channel, account, day, campaign, market, type, category, subtype, state, messages)
	SELECT column1, column2, column3, column4, column5, column6, column7, column8, column9, column10
	FROM (VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS BIGINT))) AS counted WHERE true
	ON CONFLICT (channel, account, day, campaign, market, type, category, subtype, state)
	DO UPDATE SET messages = charge_total.messages + excluded.messages`;

const stateOf = ({ delivered_at: delivered, failed_at: failed }: ChargeRow) =>
	delivered !== null ? 'charged' : failed !== null ? 'failed' : 'expired';

type ZoneOf = (account: string) => string;

/** The time zones of accounts, from their prices. */
function* readZones(): Work<ZoneOf> {
	const zones = new Map<string, string>();
	for (const account of yield* pricedAccounts()) {
		const latest = (yield* pricesOf(account)).at(-1);
		if (latest) zones.set(account, latest.timeZone);
	}
	return (account) => zones.get(account) ?? ZONE_UNKNOWN;
}

/** Deletes what is old of a piece, and adds it to the totals. */
function* totalPiece(range: { text: string; values: Value[] }, before: number, zoneOf: ZoneOf): Work<void> {
	const rows = yield* all<ChargeRow>(
		`DELETE FROM charge WHERE ${range.text} AND ${IS_OLD} RETURNING *`,
		...range.values,
		before,
	);
	const totals = new Map<string, { kind: Value[]; messages: number }>();
	for (const row of rows.filter(isCharge)) {
		const day = dayIn(zoneOf(row.account), row.delivered_at ?? row.failed_at ?? row.sent_at);
		const kind = [
			row.channel,
			row.account,
			day,
			row.campaign ?? '',
			row.market,
			row.type ?? '',
			row.category ?? '',
			row.subtype ?? '',
			stateOf(row),
		];
		const key = JSON.stringify(kind);
		totals.set(key, { kind, messages: (totals.get(key)?.messages ?? 0) + 1 });
	}
	const sorted = [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
	yield* each(
		ADD,
		sorted.map(([, { kind, messages }]) => [...kind, messages]),
	);
}

/**
 * Forgets which messages were charged long ago, and keeps how many there were. What may still be corrected stays.
 * @param turn lets others have the thread between two pieces
 * @param now local time, epoch ms
 */
export async function totalCharges(
	{ read, write }: Database,
	turn: () => Promise<void>,
	{ before, now }: { before: number; now: number },
): Promise<void> {
	const limit = Math.min(before, now - LEAST);
	const zoneOf = await read(readZones);
	let after: Value[] | undefined = ['', '', ''];
	while (after) {
		const from: Value[] = after;
		const row = await read(() => one<Record<string, Value>>(END_OF_PIECE, ...from));
		const upTo = row && [row.channel!, row.message_id!, row.recipient!];
		const range = {
			text: `${KEY} > (?, ?, ?)${upTo ? ` AND ${KEY} <= (?, ?, ?)` : ''}`,
			values: [...from, ...(upTo ?? [])],
		};
		const any = `SELECT 1 AS found FROM charge WHERE ${range.text} AND ${IS_OLD} LIMIT 1`;
		const isAny = await read(() => one(any, ...range.values, limit));
		if (isAny) await write(() => totalPiece(range, limit, zoneOf));
		after = upTo;
		await turn();
	}
}
