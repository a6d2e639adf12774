import type { RefusedDeliveries } from '../../engine/store/store';
import type { Work } from '../work';
import { all, run } from '../work';

const COUNT = `
	INSERT INTO counter (name, value) VALUES ('refused', ?)
	ON CONFLICT (name) DO UPDATE SET value = counter.value + excluded.value`;

const NOTE_LAST = `
	INSERT INTO counter (name, value) VALUES ('refused-at', ?)
	ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Notes that so many deliveries were refused for their signatures, the last one at a time. */
export function* noteRefused(count: number, at: number): Work<void> {
	yield* run(COUNT, count);
	yield* run(NOTE_LAST, at);
}

export function* readRefused(): Work<RefusedDeliveries | undefined> {
	const rows = yield* all<{ name: string; value: number }>(
		"SELECT name, value FROM counter WHERE name IN ('refused', 'refused-at')",
	);
	const { refused: count, 'refused-at': at } = Object.fromEntries(rows.map((row) => [row.name, row.value]));
	return count === undefined || at === undefined ? undefined : { count, at };
}
