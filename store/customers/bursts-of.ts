import type { CustomerData } from '../../engine/store/customers';
import type { Work } from '../work';
import { each } from '../work';

interface BurstRow {
	id: string;
	reader: string;
	contact: string;
	opened_at: number;
	due_at: number;
	event_id: string | null;
}

const BURSTS = `
	SELECT burst.id, burst.reader, burst.contact, burst.opened_at, burst.due_at, burst_event.event_id
	FROM (VALUES (?, ?)) AS asked
	JOIN burst ON burst.channel = asked.column1 AND burst.contact = asked.column2
	LEFT JOIN burst_event ON burst_event.burst = burst.id
	ORDER BY burst.opened_at, burst.id, burst_event.event_id`;

/** The bursts of a customer that triggers keep. */
export function* burstsOf(channel: string, names: readonly string[]): Work<CustomerData['bursts']> {
	const rows = yield* each<BurstRow>(
		BURSTS,
		names.map((name) => [channel, name]),
	);
	const found = new Map<string, CustomerData['bursts'][number]>();
	for (const { id, reader: trigger, contact, opened_at: openedAt, due_at: dueAt, event_id: event } of rows) {
		const burst = found.get(id) ?? { trigger, contact, openedAt, dueAt, events: [] };
		if (event !== null) burst.events.push(event);
		found.set(id, burst);
	}
	return [...found.values()];
}

const DELETE_BURSTS = `
	DELETE FROM burst WHERE id IN (
		SELECT burst.id FROM (VALUES (?, ?)) AS gone
		JOIN burst ON burst.channel = gone.column1 AND burst.contact = gone.column2) RETURNING id`;

const DELETE_EVENTS = `
	DELETE FROM burst_event WHERE event_id IN (SELECT column1 FROM (VALUES (?)) AS gone) RETURNING event_id`;

/** Erases messages from bursts, also from those of groups. */
export function* eraseFromBursts(eventIds: readonly string[]): Work<void> {
	yield* each(
		DELETE_EVENTS,
		eventIds.map((id) => [id]),
	);
}

/** Erases the bursts of a customer. */
export function* eraseBursts(channel: string, names: readonly string[]): Work<number> {
	const gone = yield* each(
		DELETE_BURSTS,
		names.map((name) => [channel, name]),
	);
	return gone.length;
}
