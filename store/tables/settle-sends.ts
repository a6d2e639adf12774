import type { SendSettlement, Wake } from '../../engine/state/register';
import type { Value, Work } from '../work';
import { CLOCK_MS, each } from '../work';
import type { Resolve } from './names';
import { isBefore, NO_LONGER_LOST } from './send-row';

const HEARD = `heard_at = COALESCE(send.heard_at, ${CLOCK_MS})`;

/** A condition that a status is of the number of a send, as far as it names one. */
const isOfNumber = (column: string) => `(past.${column} IS NULL OR send.channel = past.${column})`;

const settleText = (became: SendSettlement['became'], found: 'key' | 'message_id') => `
	UPDATE send SET state = '${became}', message_id = past.column2, due = NULL, waits_for = NULL, ${HEARD},
		${NO_LONGER_LOST}
	FROM (VALUES (?, ?, ?)) AS past
	WHERE send.${found} = past.column1 AND ${isOfNumber('column3')} AND ${isBefore(`hear ${became}`)}`;

/** Texts are compared by their bytes, so that every order of statuses leaves the same. */
const SAYS_MORE = `(send.state = 'unconfirmed' OR (past.column3 IS NOT NULL AND (
	send.failure_rule IS NULL OR past.column3 < send.failure_rule
	OR (past.column3 = send.failure_rule AND past.column4 < send.failure_reason))))`;

/**
 * A failure is told whatever came before, but beats only what says less. It is of the try that failed: a later one may be
 * on its way. If statuses name several, the first by its text stays.
 */
const failText = (found: 'key' | 'message_id') => `
	UPDATE send SET
		state = CASE WHEN ${isBefore('hear failed')} THEN 'failed' ELSE send.state END,
		message_id = past.column2, due = NULL, waits_for = NULL, ${HEARD},
		failure_rule = CASE WHEN ${SAYS_MORE} THEN past.column3 ELSE send.failure_rule END,
		failure_reason = CASE WHEN ${SAYS_MORE} THEN past.column4 ELSE send.failure_reason END
	FROM (VALUES (?, ?, ?, ?, CAST(? AS BIGINT), ?)) AS past
	WHERE send.${found} = past.column1 AND ${isOfNumber('column6')} AND (past.column5 IS NULL OR send.at = past.column5)
		AND (${isBefore('hear failed')} OR send.state IN ('failed', 'delivered', 'read'))`;

/** Later statuses say it again or say nothing, in whatever order they come. */
const priceText = (found: 'key' | 'message_id') => `
	UPDATE send SET pricing = past.column2 FROM (VALUES (?, ?, ?)) AS past
	WHERE send.${found} = past.column1 AND ${isOfNumber('column3')} AND send.pricing IS NULL`;

const WAKE = `
	UPDATE send SET due = 0 FROM (VALUES (?, ?)) AS woken
	WHERE send.channel = woken.column1 AND send.contact = woken.column2 AND send.state = 'held'`;

/** What can become of a send, each before what beats it: no order of statuses makes a difference. */
const BECOMES = ['accepted', 'failed', 'delivered', 'read'] as const;

const inOrderOfKeys = (rows: Map<string, Value[]>): Value[][] =>
	[...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

/** What statuses say that sends are charged as. In the order of their keys, each once. */
function* priceSends(settlements: SendSettlement[]): Work<void> {
	const priced = settlements.filter(({ pricing }) => pricing !== undefined);
	for (const found of ['key', 'message_id'] as const) {
		const first = new Map<string, Value[]>();
		for (const { key, messageId, channel = null, pricing } of priced) {
			if ((key === undefined) !== (found === 'message_id')) continue;
			const name = key ?? messageId;
			const ofNumber = `${name} ${channel}`;
			if (!first.has(ofNumber)) first.set(ofNumber, [name, JSON.stringify(pricing), channel]);
		}
		yield* each(priceText(found), inOrderOfKeys(first));
	}
}

/** Of two failures of one try, the first by its text. */
function firstFailure(a: Value[], b: Value[]): Value[] {
	const [[, , rule], [, , other]] = [a, b];
	if (rule === null || other === null) return rule === null ? b : a;
	const bytesOf = ([, , ...texts]: Value[]) => Buffer.from(texts.slice(0, 2).join('\0'));
	return Buffer.compare(bytesOf(a), bytesOf(b)) <= 0 ? a : b;
}

/** The values of statuses that say the same, each send once; of failures, each try. In the order of their keys. */
function valuesOf(settlements: SendSettlement[], found: 'key' | 'message_id'): Value[][] {
	const past = new Map<string, Value[]>();
	for (const { became, key, messageId, channel = null, ...failure } of settlements) {
		if ((key === undefined) !== (found === 'message_id')) continue;
		const name = key ?? messageId;
		const ofNumber = `${name} ${channel}`;
		if (became !== 'failed') past.set(ofNumber, [name, messageId, channel]);
		else {
			const { rule = null, reason = null, sentAt = null } = failure;
			const row = [name, messageId, rule, reason, sentAt, channel];
			const known = past.get(`${ofNumber} ${sentAt}`);
			past.set(`${ofNumber} ${sentAt}`, known ? firstFailure(known, row) : row);
		}
	}
	return inOrderOfKeys(past);
}

/** What statuses say of sends. */
export function* settleSends(settlements: SendSettlement[]): Work<void> {
	for (const became of BECOMES) {
		const some = settlements.filter((one) => one.became === became);
		for (const found of ['key', 'message_id'] as const) {
			yield* each(became === 'failed' ? failText(found) : settleText(became, found), valuesOf(some, found));
		}
	}
	yield* priceSends(settlements);
}

/** Makes held messages for some customers due again. */
export function* wakeHeld(wakes: Wake[], resolve: Resolve): Work<void> {
	yield* each(
		WAKE,
		wakes.map(({ channel, contact }) => [channel, resolve(channel, contact)]),
	);
}
