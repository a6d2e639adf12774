import type { StartState } from '../../engine/store/store';
import { writesLearnable } from '../methods';
import type { Work } from '../work';
import { CLOCK_MS, each, lock, one, run } from '../work';

const NOTE = `
	INSERT INTO start ("trigger", event_id, confirmed, noted_at) VALUES (?, ?, 0, ${CLOCK_MS})
	ON CONFLICT ("trigger", event_id) DO UPDATE SET noted_at = excluded.noted_at`;

/** How long ago a start was noted. What was noted far in the future was noted by a clock that has been set back since. */
const KNOWN = `
	SELECT confirmed, ${CLOCK_MS} - noted_at AS ago FROM start WHERE "trigger" = ? AND event_id = ?`;

/** Notes that a trigger is about to start an execution for an event. */
export function* noteStart(
	{ trigger, leaseMs }: { trigger: string; leaseMs: number },
	eventId: string,
): Work<StartState> {
	yield* lock(`start:${trigger}`);
	const known = yield* one<{ confirmed: number; ago: number }>(KNOWN, trigger, eventId);
	if (known?.confirmed === 1) return 'confirmed';
	if (known && Math.abs(known.ago) < leaseMs) return 'busy';
	yield* run(NOTE, trigger, eventId);
	return 'start';
}

const CONFIRM = `
	INSERT INTO start ("trigger", event_id, confirmed, noted_at) VALUES (?, ?, 1, ${CLOCK_MS})
	ON CONFLICT ("trigger", event_id) DO UPDATE SET confirmed = 1, noted_at = excluded.noted_at`;

/** Notes that an event waits in a burst of a trigger, which starts no other execution for it. */
export function* noteGathered(note: { trigger: string; leaseMs: number }, eventId: string): Work<StartState> {
	const state = yield* noteStart(note, eventId);
	if (state !== 'start') return state;
	yield* run(CONFIRM, note.trigger, eventId);
	return 'gathered';
}

/** Settles what `noteStart` noted. */
function* settleStarts(trigger: string, eventIds: string[], end: 'confirmed' | 'released'): Work<void> {
	const text =
		end === 'confirmed'
			? 'UPDATE start SET confirmed = 1 WHERE "trigger" = ? AND event_id = ?'
			: 'DELETE FROM start WHERE "trigger" = ? AND event_id = ? AND confirmed = 0';
	yield* each(
		text,
		eventIds.map((id) => [trigger, id]),
	);
}

export const startWorks = {
	/** Undone, an execution that has started counts as begun until its lease ends. */
	settleStarts: writesLearnable(settleStarts),
};
