import type { KeptCharge } from '../../engine/store/money';
import type { ChargeRow } from '../tables/charge-row';
import { erasedId } from '../tables/charges';
import type { Value, Work } from '../work';
import { each } from '../work';

const OF_CUSTOMER = `
	SELECT charge.* FROM (VALUES (?, ?)) AS asked
	JOIN charge ON charge.channel = asked.column1 AND charge.contact = asked.column2 ORDER BY charge.sent_at`;

const STRIP = `
	UPDATE charge SET message_id = past.column4, recipient = past.column5, contact = ''
	FROM (VALUES (?, ?, ?, ?, ?)) AS past
	WHERE charge.channel = past.column1 AND charge.message_id = past.column2 AND charge.recipient = past.column3`;

const rowsOf = (channel: string, names: readonly string[]) =>
	each<ChargeRow>(
		OF_CUSTOMER,
		names.filter((name) => name !== '').map((name) => [channel, name]),
	);

/** What is kept of what messages to a customer cost, oldest first. */
export function* chargesTo(channel: string, names: readonly string[]): Work<KeptCharge[]> {
	return (yield* rowsOf(channel, names)).map((row) => ({
		channel,
		account: row.account,
		messageId: row.message_id,
		contact: row.contact,
		market: row.market,
		type: row.type ?? '',
		category: row.category ?? '',
		subtype: row.subtype ?? '',
		sentAt: row.sent_at,
		...(row.campaign !== null && { campaign: row.campaign }),
		...(row.delivered_at !== null && { deliveredAt: row.delivered_at }),
		...(row.failed_at !== null && { failedAt: row.failed_at }),
	}));
}

/** Takes the customer from what messages cost: they still count. */
export function* eraseCharges(secret: string, channel: string, names: readonly string[]): Work<number> {
	const rows = yield* rowsOf(channel, names);
	const stripped = rows.map((row): Value[] => [
		row.channel,
		row.message_id,
		row.recipient,
		erasedId(secret, row.message_id),
		row.recipient && erasedId(secret, row.recipient),
	]);
	yield* each(
		STRIP,
		stripped.sort((a, b) => (String(a) < String(b) ? -1 : 1)),
	);
	return rows.length;
}
