import { MINUTE } from '../../base';
import type { Work } from '../work';
import { all, CLOCK_MS, each } from '../work';

const NOTE = `
	INSERT INTO heard (channel, minute) VALUES (?, ${CLOCK_MS} / ${MINUTE}) ON CONFLICT (channel, minute) DO NOTHING`;

/** Notes that statuses of some numbers came now. */
export function* noteHeard(channels: Iterable<string>): Work<void> {
	yield* each(
		NOTE,
		[...new Set(channels)].sort().map((channel) => [channel]),
	);
}

/**
 * Whether statuses of a number came during a time (epoch ms of the store's clock), with no silence longer than this (ms).
 * Times are whole minutes.
 */
export function* wasHeardFrom(channel: string, from: number, to: number, silence: number): Work<boolean> {
	const [first, last] = [Math.floor(from / MINUTE), Math.floor(to / MINUTE)];
	const rows = yield* all<{ minute: number }>(
		'SELECT minute FROM heard WHERE channel = ? AND minute > ? AND minute < ? ORDER BY minute',
		channel,
		first,
		last,
	);
	const minutes = [first, ...rows.map(({ minute }) => minute), last];
	return minutes.every((minute, index) => index === 0 || minute - minutes[index - 1]! <= silence / MINUTE);
}
