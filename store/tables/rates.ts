import { backoffAfter } from '../../base';
import { THROUGHPUT } from '../../engine';
import type { NumberFigures } from '../../engine/store/figures';
import type { NumberRate, Slot, SlotRequest, TakenSlots } from '../../engine/store/rates';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, CLOCK, one, run } from '../work';

interface RateRow {
	channel: string;
	next_slot: number;
	speed: number;
	speed_at: number;
	halted_until: number;
	halts: number;
	why: string | null;
	rate: number | null;
	/** When the row was written. Epoch µs of the store's clock; 0 by versions of the package that didn't note it */
	seen_at: number;
	/** The store's clock. Epoch µs */
	now: number;
}

/** A share as the table has it: millionths. */
const WHOLE = 1_000_000;
/** A rate as the table has it: messages in so many seconds. */
const SECONDS = 1_000;
/** How much of its speed a slowed number gets back in a second. */
const RECOVERY = 0.1;
/** A number that was told it is too fast is slowed once for all answers of this long. ms */
const SLOWED_ONCE = 1_000;
/**
 * The share of its speed that a number is slowed to. At full speed, a few messages that are late on their way and arrive
 * with the next ones are enough to be told so, and sending a little less makes room for them. If it is told again before it is
 * back at full speed, its rate may be wrong.
 */
const SLOWED_TO = { atFirst: 0.8, again: 0.5 };
/** How much the clocks of one machine's processes can differ when they read the time in turn. µs */
const UNEVEN = 100_000;
/** A slot is never further ahead than this, or than so many messages at the number's speed: else a clock was wrong. µs */
const PLAUSIBLE = { ahead: 120_000_000, messages: 1_000 };
/** A number is never slower than this share of its rate. */
const SLOWEST = 0.01;

const INSERT = `
	INSERT INTO pace (channel, next_slot, speed, speed_at, halted_until, halts) VALUES (?, 0, ${WHOLE}, 0, 0, 0)
	ON CONFLICT (channel) DO NOTHING`;

/** Reads the row and the clock, and holds the row until the transaction ends. */
const HOLD = `UPDATE pace SET channel = channel WHERE channel = ? RETURNING *, ${CLOCK} AS now`;

/**
 * The row as it is on a clock that has been set back since it was written: all its times moved back as far. Messages that
 * have their slots wait as long as they would have, so what comes after them keeps its distance.
 */
function onThisClock(row: RateRow): RateRow {
	const back = row.seen_at - row.now;
	if (back <= UNEVEN) return row;
	const backMs = Math.ceil(back / 1_000);
	return {
		...row,
		next_slot: row.next_slot - back,
		speed_at: row.speed_at - backMs,
		halted_until: row.halted_until - backMs,
	};
}

/** Writes what changed in a row that is held. Its times are all on the same clock. */
function* write(row: RateRow): Work<void> {
	yield* run(
		'UPDATE pace SET next_slot = ?, speed = ?, speed_at = ?, halted_until = ?, halts = ?, why = ?, rate = ?, seen_at = ? WHERE channel = ?',
		row.next_slot,
		row.speed,
		row.speed_at,
		row.halted_until,
		row.halts,
		row.why,
		row.rate,
		row.now,
		row.channel,
	);
}

/** The row of a number, which no one else changes until the transaction ends. */
function* hold(channel: string): Work<RateRow> {
	const known = yield* one<RateRow>(HOLD, channel);
	if (known) {
		const row = onThisClock(known);
		if (row !== known) yield* write(row);
		return row;
	}
	yield* run(INSERT, channel);
	return (yield* one<RateRow>(HOLD, channel))!;
}

/** Keeps others from beginning messages of a number until the transaction ends: what was sent is as it stands until then. */
export function* holdNumber(channel: string): Work<void> {
	yield* hold(channel);
}

const inMs = (us: number) => Math.floor(us / 1_000);

const perSecondOf = (rate: number | null) => (rate === null ? THROUGHPUT : rate / SECONDS);

/** The share of its rate that a number sends at now: what it was slowed to, and what it got back since. */
function speedAt({ speed, speed_at }: Pick<RateRow, 'speed' | 'speed_at'>, now: number): number {
	return Math.min(1, speed / WHOLE + (Math.max(0, now - speed_at) / 1_000) * RECOVERY);
}

/**
 * Takes slots of a number's rate, each at a different time and no two closer together than the rate allows: in any
 * second there are at most as many as the rate has messages, no matter who took them.
 */
export function* takeSlots({ channel, lead, within }: SlotRequest, count: number): Work<TakenSlots> {
	const row = yield* hold(channel);
	const { now } = row;
	if (row.halted_until * 1_000 > now) {
		const wait = Math.ceil(row.halted_until - now / 1_000);
		return { slots: [], none: { wait, halted: row.why ?? '' } };
	}
	const apart = Math.ceil(1_000_000 / (perSecondOf(row.rate) * speedAt(row, now / 1_000)));
	const furthest = Math.max(PLAUSIBLE.ahead, PLAUSIBLE.messages * apart);
	const next = row.next_slot - now > furthest ? 0 : row.next_slot;
	const first = Math.max(next, now + lead);
	if (within !== undefined && first - now > within) {
		return { slots: [], none: { wait: Math.ceil((first - now) / 1_000) } };
	}
	yield* write({ ...row, next_slot: first + count * apart });
	const slots: Slot[] = Array.from({ length: count }, (_, index) => first + index * apart);
	return { slots, now };
}

export function* setRate(channel: string, perSecond: number): Work<void> {
	const rate = Math.max(1, Math.round(perSecond * SECONDS));
	const row = yield* hold(channel);
	if (row.rate !== rate) yield* write({ ...row, rate });
}

function* slowNumber(channel: string): Work<void> {
	const row = yield* hold(channel);
	const now = inMs(row.now);
	if (now - row.speed_at < SLOWED_ONCE) return;
	const before = speedAt(row, now);
	const slowed = before * (before === 1 ? SLOWED_TO.atFirst : SLOWED_TO.again);
	const speed = Math.round(Math.max(SLOWEST, slowed) * WHOLE);
	yield* write({ ...row, speed, speed_at: now });
}

function* haltNumber(
	channel: string,
	{ base, most }: { base: number; most: number },
	why: string,
): Work<number> {
	const row = yield* hold(channel);
	const now = inMs(row.now);
	if (row.halted_until > now) return row.halted_until - now;
	const wait = backoffAfter({ first: base, most }, row.halts + 1);
	yield* write({ ...row, halted_until: now + wait, halts: row.halts + 1, why });
	return wait;
}

function* noteAnswered(channel: string): Work<void> {
	yield* run(
		'UPDATE pace SET halts = 0, halted_until = 0, why = NULL WHERE channel = ? AND halts > 0',
		channel,
	);
}

/** How fast a number sends now. */
function toFigures(found: RateRow): NumberFigures {
	const row = onThisClock(found);
	const now = inMs(row.now);
	const haltedFor = Math.max(0, row.halted_until - now);
	return {
		channel: row.channel,
		perSecond: perSecondOf(row.rate),
		speed: speedAt(row, now),
		bookedFor: Math.max(0, inMs(row.next_slot) - now),
		haltedFor,
		...(haltedFor > 0 && row.why !== null && { why: row.why }),
	};
}

const READ = `SELECT *, ${CLOCK} AS now FROM pace`;

function* readRate(channel: string): Work<NumberRate> {
	const found = yield* one<RateRow>(`${READ} WHERE channel = ?`, channel);
	if (!found) return { perSecond: THROUGHPUT, speed: 1, haltedFor: 0 };
	const { perSecond, speed, haltedFor, why } = toFigures(found);
	return { perSecond, speed, haltedFor, ...(why !== undefined && { why }) };
}

/** The same of every number that has sent anything, with how far ahead its slots are taken. */
export function* readRates(): Work<NumberFigures[]> {
	return (yield* all<RateRow>(`${READ} ORDER BY channel`)).map(toFigures);
}

export const rateWorks = {
	read: reads(readRate),
	set: writes(setRate),
	take: writes(takeSlots),
	slow: writes(slowNumber),
	halt: writes(haltNumber),
	answered: writes(noteAnswered),
};
