import type { ChargeNote } from '../../engine/money/charges';
import type { PriceList } from '../../engine/money/price-table';
import { ZONE_UNKNOWN } from '../../engine/money/days';
import type { ChargeQuery, MoneyStore, UnpricedSend } from '../../engine/store/money';
import { reads } from '../methods';
import type { Value, Work } from '../work';
import { all, each } from '../work';
import type { ChargeRow } from './charge-row';
import { changeTotals, ofAsked, TEMPLATE_OF_SEND, totalOfCharge } from './charge-totals';
import { countCharged } from './count-charges';
import { hashOf } from './erased/secret';
import type { Recipient } from './group-charges';
import { beforeShared, IS_CHARGE, isCharge, placeOf, shareInGroups } from './group-charges';

/** What statuses of a message say together. */
interface Charge extends Omit<ChargeNote, 'became' | 'at' | 'recipient'> {
	recipient: string;
	sentAt: number;
	deliveredAt?: number;
	failedAt?: number;
}

/** Which of two times comes first. */
const earlier = (column: string) => `
	CASE WHEN charge.${column} IS NULL OR excluded.${column} < charge.${column}
		THEN COALESCE(excluded.${column}, charge.${column}) ELSE charge.${column} END`;

const unlessKnown = (column: string) =>
	`${column} = CASE WHEN charge.${column} = '' THEN excluded.${column} ELSE charge.${column} END`;

/** The first pricing of a message counts (docs/interface.md, Prices). */
const ofFirst = (column: string) => `
	${column} = CASE WHEN charge.type IS NULL AND charge.category IS NULL
		THEN excluded.${column} ELSE charge.${column} END`;

/** What is erased has no customer any more. */
const NOTE = `
	INSERT INTO charge (
		channel, message_id, recipient, account, contact, market, campaign, type, category, subtype,
		sent_at, delivered_at, failed_at)
	SELECT
		column1, column2, column3, column4,
		COALESCE((SELECT contact FROM alias WHERE scope = noted.column1 AND alias = noted.column5), column5), column6,
		(SELECT campaign FROM send WHERE send.message_id = noted.column2 AND send.channel = noted.column1 LIMIT 1),
		column7, column8, column9, column10, column11, column12
	FROM (VALUES (
		?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)
	)) AS noted WHERE true
	ON CONFLICT (channel, message_id, recipient) DO UPDATE SET
		${unlessKnown('account')}, ${unlessKnown('market')},
		contact = CASE WHEN charge.contact = '' AND excluded.contact <> '' THEN excluded.contact ELSE charge.contact END,
		campaign = COALESCE(charge.campaign, excluded.campaign),
		${['type', 'category', 'subtype'].map(ofFirst).join(',')},
		sent_at = ${earlier('sent_at')}, delivered_at = ${earlier('delivered_at')}, failed_at = ${earlier('failed_at')}
	RETURNING *`;

const FIND = `
	SELECT charge.* FROM (VALUES (?, ?, ?)) AS asked
	JOIN charge ON charge.channel = asked.column1 AND charge.message_id = asked.column2
		AND charge.recipient = asked.column3`;

const ERASED_AMONG = `
	SELECT charge.channel, charge.message_id AS "messageId", charge.recipient FROM (VALUES (?, ?, ?)) AS asked
	JOIN charge ON charge.channel = asked.column1 AND charge.message_id = asked.column2
		AND charge.recipient = asked.column3`;

const first = (a: number | undefined, b: number | undefined) =>
	a === undefined || (b !== undefined && b < a) ? b : a;

const toCharge = ({ became, at, recipient = '', ...note }: ChargeNote): Charge => ({
	...note,
	recipient,
	sentAt: at,
	...(became === 'delivered' && { deliveredAt: at }),
	...(became === 'failed' && { failedAt: at }),
});

function together(known: Charge, more: Charge): Charge {
	const pricing = known.pricing ?? more.pricing;
	const deliveredAt = first(known.deliveredAt, more.deliveredAt);
	const failedAt = first(known.failedAt, more.failedAt);
	return {
		...known,
		account: known.account || more.account,
		contact: known.contact || more.contact,
		market: known.market || more.market,
		sentAt: Math.min(known.sentAt, more.sentAt),
		...(deliveredAt !== undefined && { deliveredAt }),
		...(failedAt !== undefined && { failedAt }),
		...(pricing && { pricing }),
	};
}

/** The hash that stands where a message's ID was. */
export const erasedId = (secret: string, messageId: string) => hashOf(secret, 'message', messageId);

/** Later statuses of messages whose customers were erased count with what is left of them. */
function* withoutErased(charges: Charge[], secret: string): Work<Charge[]> {
	const hashed = charges.map((charge) => ({
		...charge,
		messageId: erasedId(secret, charge.messageId),
		recipient: charge.recipient && erasedId(secret, charge.recipient),
		contact: '',
	}));
	const found = yield* each<Recipient>(
		ERASED_AMONG,
		hashed.map(({ channel, messageId, recipient }) => [channel, messageId, recipient]),
	);
	const erased = new Set(found.map(placeOf));
	return charges.map((charge, index) => (erased.has(placeOf(hashed[index]!)) ? hashed[index]! : charge));
}

/**
 * Notes what statuses say of what messages cost: each message once, and in a group once for each recipient, whatever the
 * order and number of its statuses. Whoever notes it holds the inbox, so nobody else does so meanwhile.
 * @param secret the store's, if anything was erased
 * @param pricesOf reads the prices of accounts
 */
export function* noteCharges(
	notes: readonly ChargeNote[],
	secret: string | null,
	pricesOf: (accounts: string[]) => Work<ReadonlyMap<string, PriceList>>,
): Work<void> {
	const charges = new Map<string, Charge>();
	for (const charge of notes.map(toCharge)) {
		const place = placeOf(charge);
		const known = charges.get(place);
		charges.set(place, known ? together(known, charge) : charge);
	}
	const all = [...charges.values()];
	if (all.length === 0) return;
	const noted = secret === null ? all : yield* withoutErased(all, secret);
	noted.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
	const before = yield* each<ChargeRow>(
		FIND,
		noted.map(({ channel, messageId, recipient }) => [channel, messageId, recipient]),
	);
	const after = yield* each<ChargeRow>(
		NOTE,
		noted.map((charge): Value[] => [
			charge.channel,
			charge.messageId,
			charge.recipient,
			charge.account,
			charge.contact,
			charge.market,
			charge.pricing?.type ?? null,
			charge.pricing?.category ?? null,
			charge.pricing?.subtype ?? null,
			charge.sentAt,
			charge.deliveredAt ?? null,
			charge.failedAt ?? null,
		]),
	);
	const shared = yield* shareInGroups(noted);
	const prices = yield* pricesOf([...before, ...after].map(({ account }) => account));
	const zoneOf = (account: string) => prices.get(account)?.timeZone ?? ZONE_UNKNOWN;
	const totals = (rows: readonly ChargeRow[], sign: 1 | -1) =>
		rows.filter(isCharge).map((row) => totalOfCharge(row, zoneOf, sign));
	yield* changeTotals([
		...totals([...before, ...shared.map(beforeShared)], -1),
		...totals([...after, ...shared], 1),
	]);
	const latest = new Map(
		[...after, ...shared].map((row) => [placeOf({ ...row, messageId: row.message_id }), row]),
	);
	yield* countCharged(prices, [...latest.values()]);
}

const DELIVERED = `
	SELECT channel, message_id, market, delivered_at FROM charge
	WHERE account = ? AND category = ? AND type = ? AND delivered_at >= ? AND delivered_at < ? AND ${IS_CHARGE}
	ORDER BY delivered_at, message_id, recipient`;

function* deliveredMessages({
	account,
	category,
	type,
	from,
	to,
}: Parameters<MoneyStore['delivered']>[0]): Work<
	Array<{ channel: string; messageId: string; market: string; at: number }>
> {
	const rows = yield* all<{ channel: string; message_id: string; market: string; delivered_at: number }>(
		DELIVERED,
		account,
		category,
		type,
		from,
		to,
	);
	return rows.map(({ channel, message_id: messageId, market, delivered_at: at }) => ({
		channel,
		messageId,
		market,
		at,
	}));
}

/** What is left of erased sends has no ID. A charge is looked up for each: Postgres would read all for EXISTS. */
export function* unpricedSends(query: ChargeQuery): Work<UnpricedSend[]> {
	const { from, to } = query;
	const where = ofAsked(query);
	const rows = yield* all<Record<'category' | 'campaign' | 'template', string | null> & UnpricedSend>(
		`SELECT channel, contact, action, category, campaign, at, ${TEMPLATE_OF_SEND} AS template FROM send
			WHERE at >= ? AND at < ? AND state IN ('sending', 'accepted')
				AND (state = 'sending' OR message_id IS NOT NULL)
				AND (SELECT 1 FROM charge
					WHERE charge.channel = send.channel AND charge.message_id = send.message_id LIMIT 1) IS NULL
				${where.text}`,
		from,
		to,
		...where.values,
	);
	return rows.map(({ category, campaign, template, ...send }) => ({
		...send,
		...(template !== null && { template }),
		...(category !== null && { category }),
		...(campaign !== null && { campaign }),
	}));
}

export const chargeWorks = {
	delivered: reads(deliveredMessages),
	unpriced: reads(unpricedSends),
};
