import type { Runtime } from '../../base';
import { idMentions, isAbout } from '../../engine/events/is-about';
import type { CustomerData } from '../../engine/store/customers';
import type { DeadLetter } from '../../engine/store/inbox';
import type { Database } from '../database';
import type { DeadLetterRow } from '../tables/dead-letters';
import { toDeadLetter } from '../tables/dead-letters';
import { all } from '../work';
import { PAGE, pagesOf } from './pages';

const DEAD_LETTERS =
	'SELECT * FROM dead_letter WHERE (subscription, seq) > (?, ?) ORDER BY subscription, seq LIMIT ?';

const STARTS = `
	SELECT start.*, CASE WHEN EXISTS (SELECT 1 FROM inbox WHERE inbox.id = start.event_id) THEN 1 ELSE 0 END AS has_event
	FROM start WHERE ("trigger", event_id) > (?, ?) ORDER BY "trigger", event_id LIMIT ?`;

interface StartRow {
	trigger: string;
	event_id: string;
	confirmed: number;
	noted_at: number;
	/** Whether the inbox has the event. */
	has_event: number;
}

/** The dead letters about a customer, of all subscriptions, and others whose error mentions the customer. */
export async function findDeadLetters(
	database: Database,
	runtime: Runtime,
	channel: string,
	names: readonly string[],
): Promise<{ own: DeadLetter[]; mentioning: DeadLetter[] }> {
	const known = new Set(names);
	const found = { own: [] as DeadLetter[], mentioning: [] as DeadLetter[] };
	const readAfter = (last?: DeadLetterRow) =>
		all<DeadLetterRow>(DEAD_LETTERS, last?.subscription ?? '', last?.seq ?? 0, PAGE);
	for await (const rows of pagesOf(database, runtime, readAfter)) {
		for (const letter of rows.map(toDeadLetter)) {
			const { event, error } = letter;
			if ((event.channel ?? channel) === channel && isAbout(event, known)) found.own.push(letter);
			else if (names.some((name) => error?.includes(name))) found.mentioning.push(letter);
		}
	}
	return found;
}

/** The executions that triggers started for events, or for events that are gone and whose ids contain a name. */
export async function findStarts(
	database: Database,
	runtime: Runtime,
	eventIds: ReadonlySet<string>,
	names: readonly string[],
): Promise<CustomerData['starts']> {
	const found: CustomerData['starts'] = [];
	const known = new Set(names);
	const readAfter = (last?: StartRow) =>
		all<StartRow>(STARTS, last?.trigger ?? '', last?.event_id ?? '', PAGE);
	for await (const rows of pagesOf(database, runtime, readAfter)) {
		for (const { trigger, event_id: eventId, confirmed, noted_at: at, has_event: hasEvent } of rows) {
			const isAboutThem = eventIds.has(eventId) || (hasEvent === 0 && idMentions(eventId, known));
			if (isAboutThem) found.push({ trigger, eventId, confirmed: confirmed === 1, at });
		}
	}
	return found;
}
