import type { Pace, Rate, Slot } from '../../engine/store/campaigns';
import type { Work } from '../work';
import { lock, one, run } from '../work';

interface PaceRow {
	channel: string;
	next_slot: number;
	speed: number;
	speed_at: number;
	halted_until: number;
	halts: number;
	why: string | null;
}

/** A share as the table has it: millionths. */
const WHOLE = 1_000_000;
/** How much of its speed a slowed number gets back in a second. */
const RECOVERY = 0.1;
/** A number that was told it is too fast is slowed once for all answers of this long. ms */
const SLOWED_ONCE = 1_000;
/** A number is never slower than this share of its rate. */
const SLOWEST = 0.01;

const UPSERT = `
	INSERT INTO pace (channel, next_slot, speed, speed_at, halted_until, halts, why) VALUES (?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel) DO UPDATE SET next_slot = excluded.next_slot, speed = excluded.speed,
		speed_at = excluded.speed_at, halted_until = excluded.halted_until, halts = excluded.halts, why = excluded.why`;

function* readRow(channel: string): Work<PaceRow> {
	const row = yield* one<PaceRow>('SELECT * FROM pace WHERE channel = ?', channel);
	const fresh = { next_slot: 0, speed: WHOLE, speed_at: 0, halted_until: 0, halts: 0, why: null };
	return row ?? { channel, ...fresh };
}

/** Changes the pace of a number; whoever does holds it until the transaction ends. */
function* change(channel: string, make: (row: PaceRow) => Partial<PaceRow>): Work<PaceRow> {
	yield* lock(`pace:${channel}`);
	const before = yield* readRow(channel);
	const row = { ...before, ...make(before) };
	const { next_slot, speed, speed_at, halted_until, halts, why } = row;
	yield* run(UPSERT, channel, next_slot, speed, speed_at, halted_until, halts, why);
	return row;
}

/** The share of its rate that a number sends at now: what it was slowed to, and what it got back since. */
function speedAt({ speed, speed_at }: PaceRow, now: number): number {
	return Math.min(1, speed / WHOLE + (Math.max(0, now - speed_at) / 1_000) * RECOVERY);
}

/**
 * Takes slots of a number's rate, each at its own time and no two nearer to each other than the rate allows: in any
 * second there are at most as many as the rate has messages, whoever took them. A slot that nobody uses is lost. While
 * the number is halted there are none, but the end of that.
 */
export function* takeSlots(
	{ channel, perSecond, now, lead }: Rate,
	count: number,
): Work<{ slots: Slot[]; haltedUntil?: number }> {
	const slots: Slot[] = [];
	let haltedUntil: number | undefined;
	yield* change(channel, (row) => {
		if (row.halted_until * 1_000 > now) {
			haltedUntil = row.halted_until;
			return {};
		}
		const apart = Math.ceil(1_000_000 / (perSecond * speedAt(row, now / 1_000)));
		const first = Math.max(row.next_slot, now + lead);
		for (let index = 0; index < count; index += 1) slots.push(first + index * apart);
		return { next_slot: first + count * apart };
	});
	return { slots, ...(haltedUntil !== undefined && { haltedUntil }) };
}

export function* slow(channel: string, now: number): Work<void> {
	yield* change(channel, (row) =>
		now - row.speed_at < SLOWED_ONCE
			? {}
			: {
					speed: Math.max(Math.round(SLOWEST * WHOLE), Math.round((speedAt(row, now) / 2) * WHOLE)),
					speed_at: now,
				},
	);
}

export function* halt(
	channel: string,
	now: number,
	{ base, most }: { base: number; most: number },
	why: string,
): Work<number> {
	const { halted_until } = yield* change(channel, ({ halted_until: until, halts }) =>
		until > now ? {} : { halted_until: now + Math.min(base * 2 ** halts, most), halts: halts + 1, why },
	);
	return halted_until;
}

export function* answered(channel: string): Work<void> {
	yield* run(
		'UPDATE pace SET halts = 0, halted_until = 0, why = NULL WHERE channel = ? AND halts > 0',
		channel,
	);
}

export function* readPace(channel: string, now: number): Work<Pace> {
	const row = yield* readRow(channel);
	const haltedUntil = row.halted_until > now ? row.halted_until : 0;
	return { speed: speedAt(row, now), haltedUntil, ...(haltedUntil > 0 && row.why && { why: row.why }) };
}
