import { WHOLE_GROUP } from '../../engine/money/charges';
import type { Work } from '../work';
import { each } from '../work';
import type { ChargeRow } from './charge-row';
import { CHARGE_COLUMNS } from './charge-row';

/** What is said of a group's message as a whole is nobody's charge, unless it failed for all. */
export const isCharge = ({ recipient, failed_at: failedAt }: Pick<ChargeRow, 'recipient' | 'failed_at'>) =>
	recipient !== WHOLE_GROUP || failedAt !== null;

/** The same as a condition on rows of charges. */
export const IS_CHARGE = `(recipient <> '${WHOLE_GROUP}' OR failed_at IS NOT NULL)`;

const SHARE = `
	UPDATE charge SET type = whole.type, category = whole.category, subtype = whole.subtype
	FROM (VALUES (?, ?)) AS noted JOIN charge AS whole
		ON whole.channel = noted.column1 AND whole.message_id = noted.column2 AND whole.recipient = '${WHOLE_GROUP}'
	WHERE charge.channel = noted.column1 AND charge.message_id = noted.column2
		AND charge.recipient <> '${WHOLE_GROUP}'
		AND charge.type IS NULL AND charge.category IS NULL AND charge.subtype IS NULL
		AND (whole.type IS NOT NULL OR whole.category IS NOT NULL)
	RETURNING ${CHARGE_COLUMNS.map((column) => `charge.${column}`).join(', ')}`;

/** A recipient of a message. */
export interface Recipient {
	channel: string;
	messageId: string;
	/** Empty unless it's sent to a group. */
	recipient: string;
}

/** What a charge is known by. */
export const placeOf = ({ channel, messageId, recipient }: Recipient) =>
	JSON.stringify([channel, messageId, recipient]);

/**
 * Gives everybody in a group the pricing that came with a status of the message as a whole, unless they have one of their
 * own: the price comes once for each message (docs/interface.md, Prices).
 * @returns the charges of those who got a pricing by that
 */
export function* shareInGroups(noted: readonly Recipient[]): Work<ChargeRow[]> {
	const ofGroups = noted.filter(({ recipient }) => recipient !== '');
	const messages = new Map(ofGroups.map((one) => [`${one.messageId} ${one.channel}`, one]));
	return yield* each<ChargeRow>(
		SHARE,
		[...messages.values()].map(({ channel, messageId }) => [channel, messageId]).sort(),
	);
}

/** A charge as it was before it got the pricing of its group's message. */
export const beforeShared = (row: ChargeRow): ChargeRow => ({
	...row,
	type: null,
	category: null,
	subtype: null,
});
