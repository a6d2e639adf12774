import { MINUTE } from '../../base';
import { dayIn, ZONE_UNKNOWN } from '../../engine/money/days';
import type { ChargeQuery, ChargeTotal, MessagePlace, MoneyStore } from '../../engine/store/money';
import { reads } from '../methods';
import type { Value, Work } from '../work';
import { all, each } from '../work';
import type { ChargeRow } from './charge-row';
import { IS_CHARGE, isCharge } from './group-charges';
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
const QUARTER = 15 * MINUTE;

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

/** The time zones in which accounts' days are counted. */
function* zonesOfAccounts(): Work<ZoneOf> {
	const zones = new Map<string, string>();
	for (const account of yield* pricedAccounts()) {
		const latest = (yield* pricesOf(account)).at(-1);
		if (latest) zones.set(account, latest.timeZone);
	}
	return (account) => zones.get(account) ?? ZONE_UNKNOWN;
}

/** Counts the charges that are there. */
export function* totalCharges(): Work<void> {
	const zoneOf = yield* zonesOfAccounts();
	yield* countedAnew(undefined, (count, dayOf) => [{ ...count, day: dayOf(zoneOf(count.account)) }]);
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

const FIRST: MessagePlace = { channel: '', contact: '', messageId: '', recipient: '' };

/** After a place in the order of the index on customers, which is one for each number. */
function isAfter({ channel, contact, messageId, recipient }: MessagePlace, only: string | undefined) {
	const place = [contact, messageId, recipient];
	return only === undefined
		? { text: '(channel, contact, message_id, recipient) > (?, ?, ?, ?)', values: [channel, ...place] }
		: { text: 'channel = ? AND (contact, message_id, recipient) > (?, ?, ?)', values: [only, ...place] };
}

/** The template that a send went out as, as forms name it. */
export const TEMPLATE_OF_SEND = `CASE WHEN send.action = 'template' AND send.template_name IS NOT NULL
	THEN send.template_name || '/' || COALESCE(send.template_language, '') END`;

/** Of the sends of this store: others' templates aren't known. */
const TEMPLATE = `(
	SELECT ${TEMPLATE_OF_SEND} FROM send
	WHERE send.message_id = charge.message_id AND send.channel = charge.channel LIMIT 1)`;

export function* readMessageTotals({
	channel,
	campaign,
	firstDay,
	lastDay,
	after = FIRST,
	limit,
}: Parameters<MoneyStore['messageTotals']>[0]): Work<Awaited<ReturnType<MoneyStore['messageTotals']>>> {
	const place = isAfter(after, channel);
	const where = ofAsked(campaign === undefined ? {} : { campaign });
	const rows = yield* all<ChargeRow & { template: string | null }>(
		`SELECT charge.*, ${TEMPLATE} AS template FROM charge WHERE ${place.text}${where.text}
		 ORDER BY channel, contact, message_id, recipient LIMIT ?`,
		...place.values,
		...where.values,
		limit,
	);
	const zoneOf = yield* zonesOfAccounts();
	const totals = rows
		.filter(isCharge)
		.map((row) => ({
			...totalOfCharge(row, zoneOf, 1),
			contact: row.contact,
			...(row.template !== null && { template: row.template }),
		}))
		.filter(({ day }) => day >= firstDay && day <= lastDay);
	const last = rows.length < limit ? undefined : rows.at(-1);
	if (!last) return { totals };
	const { contact, message_id: messageId, recipient } = last;
	return { totals, next: { channel: last.channel, contact, messageId, recipient } };
}

export const chargeTotalWorks = {
	totals: reads(readTotals),
	messageTotals: reads(readMessageTotals),
};
