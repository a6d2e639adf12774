import type { Runtime } from '../../base';
import { isAbout } from '../../engine/events/is-about';
import type { MessagingEvent } from '../../engine/events/messaging-event';
import type { Database } from '../database';
import { newestSeq } from '../tables/subscriptions';
import type { Work } from '../work';
import { all } from '../work';
import { PAGE } from './pages';

/** An event that is about a customer, where it is kept. */
export interface FoundEvent {
	seq: number;
	receivedAt: number;
	event: MessagingEvent;
}

interface EventRow {
	seq: number;
	received_at: number;
	event: string;
}

/** How many numbers of the inbox are looked through at a time. Most of their events are about others. */
const STRIDE = 4 * PAGE;

/** A text that JSON contains if it contains the name, as a pattern. */
const patternOf = (name: string) => `%${JSON.stringify(name).slice(1, -1).replace(/[!%_]/g, '!$&')}%`;

/** The events about a customer among those after one number, up to another. */
export function* eventsBetween(
	channel: string,
	names: readonly string[],
	after: number,
	upTo: number,
): Work<FoundEvent[]> {
	const named = names.map(() => " OR event LIKE ? ESCAPE '!'").join('');
	const rows = yield* all<EventRow>(
		`SELECT seq, received_at, event FROM inbox
		 WHERE seq > ? AND seq <= ? AND channel IN (?, '') AND (kind IN ('group', 'unknown')${named}) ORDER BY seq`,
		after,
		upTo,
		channel,
		...names.map(patternOf),
	);
	const known = new Set(names);
	return rows
		.map(({ seq, received_at: receivedAt, event }) => ({
			seq,
			receivedAt,
			event: JSON.parse(event) as MessagingEvent,
		}))
		.filter(({ event }) => isAbout(event, known));
}

function* bounds(): Work<{ first: number; newest: number }> {
	const [row] = yield* all<{ first: number | null }>('SELECT min(seq) AS first FROM inbox');
	const newest = yield* newestSeq();
	return { first: row?.first ?? newest + 1, newest };
}

/** All events about a customer, and the number up to which the inbox was looked through. */
export async function findEvents(
	{ read }: Database,
	runtime: Runtime,
	channel: string,
	names: readonly string[],
): Promise<{ events: FoundEvent[]; upTo: number }> {
	const { first, newest } = await read(bounds);
	const events: FoundEvent[] = [];
	for (let after = first - 1; after < newest; after += STRIDE) {
		const from = after;
		events.push(...(await read(() => eventsBetween(channel, names, from, Math.min(from + STRIDE, newest)))));
		await runtime.turn();
	}
	return { events, upTo: newest };
}
