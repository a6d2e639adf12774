import { dayIn, ZONE_UNKNOWN } from '../../engine/money/days';
import type { ChargeQuery, ChargeTotal, MoneyStore } from '../../engine/store/money';
import { reads } from '../methods';
import type { Value, Work } from '../work';
import { all, each } from '../work';
import type { ChargeRow } from './charge-row';
import { IS_CHARGE } from './group-charges';
import { pricedAccounts, pricesOf } from './prices';

/** The time zone of an account's days. */
export type ZoneOf = (account: string) => string;

/** A condition that rows are of a number and of a campaign, as far as they are asked for. */
export function ofAsked({ channel, campaign }: Pick<ChargeQuery, 'channel' | 'campaign'>): {
	text: string;
	values: Value[];
} {
	const asked = Object.entries({ channel, campaign }).filter(([, value]) => value !== undefined);
	return {
		text: asked.map(([column]) => ` AND ${column} = ?`).join(''),
		values: asked.map(([, value]) => value!),
	};
}

const ADD = `
	INSERT INTO charge_total (
		channel, account, day, campaign, market, type, category, subtype, state, messages)
	SELECT column1, column2, column3, column4, column5, column6, column7, column8, column9, column10
	FROM (VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS BIGINT))) AS counted WHERE true
	ON CONFLICT (channel, account, day, campaign, market, type, category, subtype, state)
	DO UPDATE SET messages = charge_total.messages + excluded.messages`;

/** Adds numbers of messages to what is counted by day, and takes away those below 0. */
export function* changeTotals(changes: readonly ChargeTotal[]): Work<void> {
	const sums = new Map<string, { kind: Value[]; messages: number }>();
	for (const { messages, ...of } of changes) {
		const { channel, account, day, campaign, market, type, category, subtype, state } = of;
		const kind = [channel, account, day, campaign, market, type, category, subtype, state];
		const key = JSON.stringify(kind);
		sums.set(key, { kind, messages: (sums.get(key)?.messages ?? 0) + messages });
	}
	const sorted = [...sums].filter(([, { messages }]) => messages !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
	yield* each(
		ADD,
		sorted.map(([, { kind, messages }]) => [...kind, messages]),
	);
}

/** What a charge counts as: by the time of delivery, or the time of sending of what isn't delivered. */
export function totalOfCharge(row: ChargeRow, zoneOf: ZoneOf, messages: number): ChargeTotal {
	const { channel, account, market, delivered_at: deliveredAt, failed_at: failedAt, sent_at: sentAt } = row;
	return {
		channel,
		account,
		day: dayIn(zoneOf(account), deliveredAt ?? failedAt ?? sentAt),
		campaign: row.campaign ?? '',
		market,
		type: row.type ?? '',
		category: row.category ?? '',
		subtype: row.subtype ?? '',
		state: deliveredAt !== null ? 'charged' : failedAt !== null ? 'failed' : 'pending',
		messages,
	};
}

/** Time zones change at the ends of quarters of an hour only. ms */
const QUARTER = 15 * 60_000;

const byQuarter = (condition: string) => `
	SELECT channel, account, campaign, market, type, category, subtype, state, quarter,
		CAST(count(*) AS BIGINT) AS messages
	FROM (
		SELECT channel, account, COALESCE(campaign, '') AS campaign, market, COALESCE(type, '') AS type,
			COALESCE(category, '') AS category, COALESCE(subtype, '') AS subtype,
			COALESCE(delivered_at, failed_at, sent_at) / ${QUARTER} AS quarter,
			CASE WHEN delivered_at IS NOT NULL THEN 'charged' WHEN failed_at IS NOT NULL THEN 'failed'
				ELSE 'pending' END AS state
		FROM charge WHERE ${IS_CHARGE}${condition}) AS one
	GROUP BY channel, account, campaign, market, type, category, subtype, state, quarter`;

type Quarter = Omit<ChargeTotal, 'day'> & { quarter: number };

/** The charges of an account, or of all, at their days. */
function* countedAnew(
	account: string | undefined,
	changesOf: (count: Omit<ChargeTotal, 'day'>, dayOf: (timeZone: string) => string) => ChargeTotal[],
): Work<void> {
	const rows = yield* account === undefined
		? all<Quarter>(byQuarter(''))
		: all<Quarter>(byQuarter(' AND account = ?'), account);
	yield* changeTotals(
		rows.flatMap(({ quarter, ...count }) =>
			changesOf(count, (timeZone) => dayIn(timeZone, quarter * QUARTER)),
		),
	);
}

/** Counts the charges that are there. */
export function* totalCharges(): Work<void> {
	const zones = new Map<string, string>();
	for (const account of yield* pricedAccounts()) {
		const latest = (yield* pricesOf(account)).at(-1);
		if (latest) zones.set(account, latest.timeZone);
	}
	yield* countedAnew(undefined, (count, dayOf) => [
		{ ...count, day: dayOf(zones.get(count.account) ?? ZONE_UNKNOWN) },
	]);
}

/** Counts the charges of an account at the days of another time zone. What is forgotten stays at its day. */
export function* moveToZone(account: string, from: string, to: string): Work<void> {
	yield* countedAnew(account, (count, dayOf) => [
		{ ...count, day: dayOf(from), messages: -count.messages },
		{ ...count, day: dayOf(to) },
	]);
}

export function* readTotals({
	firstDay,
	lastDay,
	...asked
}: Parameters<MoneyStore['totals']>[0]): Work<ChargeTotal[]> {
	const where = ofAsked(asked);
	return yield* all<ChargeTotal>(
		`SELECT * FROM charge_total WHERE day >= ? AND day <= ? AND messages <> 0${where.text}`,
		firstDay,
		lastDay,
		...where.values,
	);
}

export const chargeTotalWorks = {
	totals: reads(readTotals),
};
