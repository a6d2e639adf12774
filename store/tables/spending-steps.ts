import { EXPIRES_AFTER } from '../../engine/money/charges';
import type { MoneyStore, SpendingStep } from '../../engine/store/money';
import { reads } from '../methods';
import type { Work } from '../work';
import { all } from '../work';
import type { ChargeRow } from './charge-row';
import type { SendRow } from './send-row';
import { readCountedFor } from './spending';

type Counted = Pick<ChargeRow, 'counted' | 'counted_for' | 'sent_at' | 'delivered_at' | 'failed_at'>;

type Begun = Pick<
	SendRow,
	'key' | 'at' | 'state' | 'message_id' | 'reserved' | 'reserved_for' | 'settled'
> & {
	[Column in keyof Counted]: Counted[Column] | null;
};

const COUNTED = 'charge.counted, charge.counted_for, charge.sent_at, charge.delivered_at, charge.failed_at';

const OF_SENDS = `
	SELECT send.key, send.at, send.state, send.message_id, send.reserved, send.reserved_for, send.settled, ${COUNTED}
	FROM send LEFT JOIN charge ON charge.channel = send.channel AND charge.message_id = send.message_id
		AND charge.counted IS NOT NULL
	WHERE send.channel = ? AND send.at >= ? AND send.at < ? AND send.reserved IS NOT NULL
	ORDER BY send.at, send.key`;

/** A send is looked up for each: Postgres would read all for EXISTS. */
const OF_OTHERS = `
	SELECT ${COUNTED} FROM charge
	WHERE channel = ? AND sent_at >= ? AND sent_at < ? AND counted IS NOT NULL
		AND (SELECT 1 FROM send WHERE send.message_id = charge.message_id AND send.channel = charge.channel
			AND send.reserved IS NOT NULL LIMIT 1) IS NULL`;

const placeOf = (text: string) => {
	const { day, category, campaign } = readCountedFor(text);
	return { day, category, campaign };
};

/** When the statuses said what a message costs. */
const toldAt = ({ counted, sent_at: sentAt, delivered_at: deliveredAt, failed_at: failedAt }: Counted) =>
	counted === 0 && failedAt !== null && deliveredAt === null ? failedAt : sentAt;

const chargeStep = (row: Counted, notBefore = 0): SpendingStep => ({
	...placeOf(row.counted_for!),
	at: Math.max(notBefore, toldAt(row)),
	amount: row.counted!,
});

/** What a message that began adds and takes back. An erased one has no ID, and its charge is found alone. */
function stepsOfSend(rows: readonly Begun[]): SpendingStep[] {
	const { key, at, state, message_id: id, reserved, reserved_for: text, settled } = rows[0]!;
	const began = { ...placeOf(text!), key, at, amount: reserved! };
	const ends = (end: number): SpendingStep => ({ ...placeOf(text!), at: end, amount: -reserved! });
	const charges = rows.flatMap((row) => (row.counted === null ? [] : [chargeStep(row as Counted, at)]));
	if (charges.length > 0) return [began, ends(Math.min(...charges.map((one) => one.at))), ...charges];
	if (settled === null) return [began];
	const isOut = id !== null || state === 'unconfirmed';
	return isOut ? [began, ends(at + EXPIRES_AFTER)] : [];
}

export function* readSpendingSteps({
	channel,
	from,
	to,
}: Parameters<MoneyStore['spendingSteps']>[0]): Work<SpendingStep[]> {
	const begun = yield* all<Begun>(OF_SENDS, channel, from, to);
	const ofKeys = new Map<string, Begun[]>();
	for (const row of begun) ofKeys.set(row.key, [...(ofKeys.get(row.key) ?? []), row]);
	const others = yield* all<Counted>(OF_OTHERS, channel, from, to);
	return [...[...ofKeys.values()].flatMap(stepsOfSend), ...others.map((row) => chargeStep(row))];
}

export const spendingStepWorks = {
	spendingSteps: reads(readSpendingSteps),
};
