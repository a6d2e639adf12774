import { THROUGHPUT } from '../../engine';
import type { NumberRate, Slot, SlotRequest, TakenSlots } from '../../engine/store/rates';
import type { Work } from '../work';
import { one, run } from '../work';

interface RateRow {
	channel: string;
	next_slot: number;
	speed: number;
	speed_at: number;
	halted_until: number;
	halts: number;
	why: string | null;
	rate: number | null;
}

/** A share as the table has it: millionths. */
const WHOLE = 1_000_000;
/** A rate as the table has it: messages in so many seconds. */
const SECONDS = 1_000;
/** How much of its speed a slowed number gets back in a second. */
const RECOVERY = 0.1;
/** A number that was told it is too fast is slowed once for all answers of this long. ms */
const SLOWED_ONCE = 1_000;
/** A slot further ahead than this was taken by a clock that has been set back since. µs */
const IMPLAUSIBLE = 3_600_000_000;
/** A number is never slower than this share of its rate. */
const SLOWEST = 0.01;

const INSERT = `
	INSERT INTO pace (channel, next_slot, speed, speed_at, halted_until, halts) VALUES (?, 0, ${WHOLE}, 0, 0, 0)
	ON CONFLICT (channel) DO NOTHING`;

/** Reads the row, and holds it until the transaction ends. */
const HOLD = 'UPDATE pace SET channel = channel WHERE channel = ? RETURNING *';

/** The row of a number, which no one else changes until the transaction ends. */
function* hold(channel: string): Work<RateRow> {
	const known = yield* one<RateRow>(HOLD, channel);
	if (known) return known;
	yield* run(INSERT, channel);
	return (yield* one<RateRow>(HOLD, channel))!;
}

const perSecondOf = (rate: number | null) => (rate === null ? THROUGHPUT : rate / SECONDS);

/** The share of its rate that a number sends at now: what it was slowed to, and what it got back since. */
function speedAt({ speed, speed_at }: Pick<RateRow, 'speed' | 'speed_at'>, now: number): number {
	return Math.min(1, speed / WHOLE + (Math.max(0, now - speed_at) / 1_000) * RECOVERY);
}

/**
 * Takes slots of a number's rate, each at a different time and no two closer together than the rate allows: in any
 * second there are at most as many as the rate has messages, no matter who took them.
 */
export function* takeSlots({ channel, now, lead, within }: SlotRequest, count: number): Work<TakenSlots> {
	const row = yield* hold(channel);
	if (row.halted_until * 1_000 > now) {
		return { slots: [], none: { until: row.halted_until, halted: row.why ?? '' } };
	}
	const next = row.next_slot - now > IMPLAUSIBLE ? 0 : row.next_slot;
	const first = Math.max(next, now + lead);
	if (within !== undefined && first - now > within) {
		return { slots: [], none: { until: Math.ceil(first / 1_000) } };
	}
	const apart = Math.ceil(1_000_000 / (perSecondOf(row.rate) * speedAt(row, now / 1_000)));
	yield* run('UPDATE pace SET next_slot = ? WHERE channel = ?', first + count * apart, channel);
	const slots: Slot[] = Array.from({ length: count }, (_, index) => first + index * apart);
	return { slots };
}

export function* setRate(channel: string, perSecond: number): Work<void> {
	const rate = Math.max(1, Math.round(perSecond * SECONDS));
	const row = yield* hold(channel);
	if (row.rate !== rate) yield* run('UPDATE pace SET rate = ? WHERE channel = ?', rate, channel);
}

export function* slowNumber(channel: string, now: number): Work<void> {
	const row = yield* hold(channel);
	if (now - row.speed_at < SLOWED_ONCE) return;
	const speed = Math.max(Math.round(SLOWEST * WHOLE), Math.round((speedAt(row, now) / 2) * WHOLE));
	yield* run('UPDATE pace SET speed = ?, speed_at = ? WHERE channel = ?', speed, now, channel);
}

export function* haltNumber(
	channel: string,
	now: number,
	{ base, most }: { base: number; most: number },
	why: string,
): Work<number> {
	const { halted_until, halts } = yield* hold(channel);
	if (halted_until > now) return halted_until;
	const until = now + Math.min(base * 2 ** halts, most);
	yield* run(
		'UPDATE pace SET halted_until = ?, halts = ?, why = ? WHERE channel = ?',
		...[until, halts + 1, why, channel],
	);
	return until;
}

export function* noteAnswered(channel: string): Work<void> {
	yield* run(
		'UPDATE pace SET halts = 0, halted_until = 0, why = NULL WHERE channel = ? AND halts > 0',
		channel,
	);
}

export function* readRate(channel: string, now: number): Work<NumberRate> {
	const row = yield* one<RateRow>('SELECT * FROM pace WHERE channel = ?', channel);
	if (!row) return { perSecond: THROUGHPUT, speed: 1, haltedUntil: 0 };
	const haltedUntil = row.halted_until > now ? row.halted_until : 0;
	return {
		perSecond: perSecondOf(row.rate),
		speed: speedAt(row, now),
		haltedUntil,
		...(haltedUntil > 0 && row.why !== null && { why: row.why }),
	};
}
