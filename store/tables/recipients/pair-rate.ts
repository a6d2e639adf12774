import { PAIR_RATE } from '../../../engine';
import type { RecipientClaim } from '../../../engine/store/recipients';
import type { Work } from '../../work';
import { each } from '../../work';
import { endRecipients } from './end';
import type { SendRow } from '../send-row';

const SENT_LATELY = `
	SELECT asked.column2 AS contact, min(send.at) AS oldest
	FROM (VALUES (?, ?, CAST(? AS BIGINT))) AS asked
	JOIN send ON send.channel = asked.column1 AND send.contact = asked.column2 AND send.at > asked.column3
	GROUP BY asked.column2 HAVING count(*) >= ${PAIR_RATE.messages}`;

/** Holds those whom the number wrote to so often that the platform would refuse one more; returns the others. */
export function* withinPairRate({ channel, now, token }: RecipientClaim, rows: SendRow[]): Work<SendRow[]> {
	const contacts = [...new Set(rows.map(({ contact }) => contact))];
	const since = now - PAIR_RATE.within;
	const over = yield* each<{ contact: string; oldest: number }>(
		SENT_LATELY,
		contacts.map((contact) => [channel, contact, since]),
	);
	if (over.length === 0) return rows;
	const freeAt = new Map(over.map(({ contact, oldest }) => [contact, oldest + PAIR_RATE.within]));
	yield* endRecipients(
		rows.flatMap(({ key, contact }) => {
			const due = freeAt.get(contact);
			if (due === undefined) return [];
			const reason = `This customer was sent ${PAIR_RATE.messages} messages in a short time. The platform doesn't accept more before ${new Date(due).toISOString()}.`;
			return [{ key, token, step: 'hold' as const, due, rule: 'pair-rate', reason }];
		}),
	);
	return rows.filter(({ contact }) => !freeAt.has(contact));
}
