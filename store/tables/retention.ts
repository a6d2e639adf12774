import { DEFAULT_RETENTION, RETENTION_PARTS } from '../../engine/store/retention';
import type { RetentionPart, RetentionTimes } from '../../engine/store/store';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, each, one, run } from '../work';

const SET = `
	INSERT INTO retention (name, kept_for) VALUES (?, ?)
	ON CONFLICT (name) DO UPDATE SET kept_for = excluded.kept_for`;

/** A turn that lies ahead was taken by a clock that was wrong. */
const TAKE_TURN = `
	UPDATE counter SET value = ? WHERE name = 'forgotten-at' AND (value <= ? OR value > ?)`;

export function* readRetention(): Work<{ times: RetentionTimes; forgottenAt?: number }> {
	const rows = yield* all<{ name: RetentionPart; kept_for: number }>('SELECT name, kept_for FROM retention');
	const set = Object.fromEntries(rows.map(({ name, kept_for: keptFor }) => [name, keptFor]));
	const last = yield* one<{ value: number }>("SELECT value FROM counter WHERE name = 'forgotten-at'");
	return {
		times: { ...DEFAULT_RETENTION, ...set },
		...(last && last.value > 0 && { forgottenAt: last.value }),
	};
}

/** Numbers of events begin with 1 and have no gaps, and the first thing that is erased gives the store a secret. */
const HAS_FORGOTTEN = `
	SELECT name FROM counter WHERE name = 'inbox'
		AND (secret IS NOT NULL OR COALESCE((SELECT min(seq) FROM inbox), value + 1) > 1)`;

function* hasForgotten(): Work<boolean> {
	return (yield* one(HAS_FORGOTTEN)) !== undefined;
}

function* setRetention(times: Partial<RetentionTimes>): Work<void> {
	const given = RETENTION_PARTS.filter((name) => times[name] !== undefined).sort();
	yield* each(
		SET,
		given.map((name) => [name, times[name]!]),
	);
}

function* takeTurn(now: number, every: number): Work<boolean> {
	return (yield* run(TAKE_TURN, now, now - every, now + every)) === 1;
}

export const retentionWorks = {
	read: reads(readRetention),
	hasForgotten: reads(hasForgotten),
	set: writes(setRetention),
	takeTurn: writes(takeTurn),
};
