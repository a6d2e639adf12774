import type { StartState } from '../../engine/store/store';
import type { Work } from '../work';
import { each, lock, one, run } from '../work';

const NOTE = `
	INSERT INTO start ("trigger", event_id, confirmed, noted_at) VALUES (?, ?, 0, ?)
	ON CONFLICT ("trigger", event_id) DO UPDATE SET noted_at = excluded.noted_at`;

/** Notes that a trigger is about to start an execution for an event. */
export function* noteStart(
	{ trigger, leaseMs }: { trigger: string; leaseMs: number },
	eventId: string,
	now: number,
): Work<StartState> {
	yield* lock(`start:${trigger}`);
	const known = yield* one<{ confirmed: number; noted_at: number }>(
		'SELECT confirmed, noted_at FROM start WHERE "trigger" = ? AND event_id = ?',
		...[trigger, eventId],
	);
	if (known?.confirmed === 1) return 'confirmed';
	if (known && known.noted_at + leaseMs > now) return 'busy';
	yield* run(NOTE, trigger, eventId, now);
	return 'start';
}

/** Settles what `noteStart` noted. */
export function* settleStarts(
	trigger: string,
	eventIds: string[],
	end: 'confirmed' | 'released',
): Work<void> {
	const text =
		end === 'confirmed'
			? 'UPDATE start SET confirmed = 1 WHERE "trigger" = ? AND event_id = ?'
			: 'DELETE FROM start WHERE "trigger" = ? AND event_id = ? AND confirmed = 0';
	yield* each(
		text,
		eventIds.map((id) => [trigger, id]),
	);
}
