import { keyOfRecipient } from '../../engine/campaigns/keys';
import type { RecipientState } from '../../engine/campaigns/recipient-states';
import { markErased } from '../tables/erased/marks';
import { hashOf } from '../tables/erased/secret';
import type { SendRow } from '../tables/send-row';
import type { Work } from '../work';
import { each } from '../work';
import { sendsTo } from './export-customer';

/** What remains counts in its campaign and in caps, under hashes and without content. */
const STRIP = `
	UPDATE send SET
		key = past.column2, contact = past.column3, state = past.column4, recipient = past.column5,
		rule = 'erased', reason = past.column6, failure_rule = NULL, failure_reason = NULL,
		message_id = NULL, outcome = NULL,
		content = NULL, due = NULL, waits_for = NULL, token = NULL
	FROM (VALUES (?, ?, ?, ?, ?, ?)) AS past WHERE send.key = past.column1`;

const REASON = 'The customer was erased.';

/** What waits isn't sent; what is on its way may have been. */
const STATE_OF_ERASED: Readonly<Partial<Record<RecipientState, RecipientState>>> = {
	planned: 'skipped',
	claimed: 'skipped',
	held: 'skipped',
	sending: 'unconfirmed',
};

/** The keys that a repeat of a send may have: in a campaign, one for each name of the customer. */
function keysOf(
	{ key, channel, campaign, once_in: onceIn, contact, recipient }: SendRow,
	names: readonly string[],
) {
	const within = onceIn ?? (recipient === contact ? campaign : null);
	return [key, ...(within === null ? [] : names.map((name) => keyOfRecipient(within, name, channel)))];
}

/** Erases what was sent to a customer and what waits. Repeats find what is left, by a hash of their key. */
export function* eraseSends(secret: string, channel: string, names: readonly string[]): Work<number> {
	const rows = yield* sendsTo(channel, names);
	const stripped = rows.map((row) => {
		return {
			row,
			key: hashOf(secret, 'send', row.key),
			contact: hashOf(secret, 'name', channel, row.contact),
			state: STATE_OF_ERASED[row.state] ?? row.state,
		};
	});
	yield* each(
		STRIP,
		stripped
			.sort((a, b) => (a.row.key < b.row.key ? -1 : 1))
			.map(({ row, key, contact, state }) => [
				row.key,
				key,
				contact,
				state,
				row.recipient === null ? null : contact,
				REASON,
			]),
	);
	yield* markErased(
		stripped.flatMap(({ row, key }) =>
			keysOf(row, names).map((each) => ({ hash: hashOf(secret, 'send', each), at: row.at, send: key })),
		),
	);
	return rows.length;
}
