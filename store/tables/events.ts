import { withoutDepths } from '../../engine/events/depth';
import type { MessagingEvent } from '../../engine/events/messaging-event';
import type { StateChanges } from '../../engine/state/register';
import type {
	CommittedEvent,
	EventCommit,
	InboxEntry,
	StartNote,
	Subscription,
} from '../../engine/store/store';
import type { Work } from '../work';
import { all, each, one } from '../work';
import { isIn } from './is-in';
import { partitionOf } from './partition';
import { learnAliases } from './names';
import { writeHistory, writeRegisters } from './registers';
import { settleSends, wakeHeld } from './sends';
import { noteStart } from './starts';

/** A delivery on its way into the store. */
export interface Delivery {
	commits: EventCommit[];
	/** Epoch ms */
	receivedAt: number;
	start?: StartNote;
}

/** Taking numbers holds the counter until the transaction ends, so no number is seen before a smaller one. */
const TAKE_NUMBERS = "UPDATE counter SET value = value + ? WHERE name = 'inbox' RETURNING value";

const APPEND = `
	INSERT INTO inbox (seq, id, received_at, event, kind, channel, lane) VALUES (?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO NOTHING RETURNING id`;

function written(event: MessagingEvent): string {
	try {
		return JSON.stringify(event);
	} catch {
		return JSON.stringify(withoutDepths(event));
	}
}

/** Appends the events that are new, and returns their ids. */
function* append(events: Array<{ event: MessagingEvent; receivedAt: number }>): Work<Set<string>> {
	if (events.length === 0) return new Set();
	const taken = yield* one<{ value: number }>(TAKE_NUMBERS, events.length);
	const before = taken!.value - events.length;
	const appended = yield* each<{ id: string }>(
		APPEND,
		events.map(({ event, receivedAt }, index) => [
			...[before + index + 1, event.id, receivedAt, written(event)],
			...[event.kind, event.channel ?? '', partitionOf(event)],
		]),
	);
	return new Set(appended.map(({ id }) => id));
}

/** Changes the state. */
export function* applyChanges(changes: StateChanges[]): Work<void> {
	const registers = changes.flatMap((change) => change.registers ?? []);
	const aliases = changes.flatMap((change) => change.aliases ?? []);
	const wakes = changes.flatMap((change) => change.wakes ?? []);
	if (registers.length > 0 || aliases.length > 0) {
		const resolve = yield* learnAliases(aliases, [
			...registers.map(({ scope, subject }): [string, string] => [scope, subject]),
			...wakes.map(({ channel, contact }): [string, string] => [channel, contact]),
		]);
		yield* writeRegisters(registers, resolve);
		yield* wakeHeld(wakes, resolve);
	}
	yield* writeHistory(changes.flatMap((change) => change.history ?? []));
	yield* settleSends(changes.flatMap((change) => change.settlements ?? []));
}

/** Commits deliveries: fresh events go into the inbox and change the state, known ones do nothing. */
export function* commitDeliveries(deliveries: Delivery[]): Work<CommittedEvent[][]> {
	const events = deliveries.flatMap(({ commits, receivedAt }) =>
		commits.map((commit) => ({ ...commit, receivedAt })),
	);
	const fresh = yield* append(events);
	// An event that came twice in these deliveries is fresh in the first of them.
	const isFresh = (id: string) => fresh.delete(id);
	const marked = deliveries.map((delivery) => ({
		...delivery,
		marks: delivery.commits.map(({ event }) => isFresh(event.id)),
	}));
	yield* applyChanges(
		marked.flatMap(({ commits, marks }) =>
			commits.filter((_, index) => marks[index]).map(({ changes }) => changes),
		),
	);
	const results: CommittedEvent[][] = [];
	for (const { commits, marks, start, receivedAt } of marked) {
		const committed: CommittedEvent[] = [];
		for (const [index, { event }] of commits.entries()) {
			const state = start?.eventIds.has(event.id) ? yield* noteStart(start, event.id, receivedAt) : undefined;
			committed.push({ fresh: marks[index]!, ...(state && { start: state }) });
		}
		results.push(committed);
	}
	return results;
}

interface EventRow {
	seq: number;
	event: string;
}

const toEntry = ({ seq, event }: EventRow): InboxEntry => ({
	seq,
	event: JSON.parse(event) as MessagingEvent,
});

/** Events in the order of their commit. */
export function* readInbox({ after = 0, limit = 100 }: { after?: number; limit?: number } = {}): Work<
	InboxEntry[]
> {
	const rows = yield* all<EventRow>(
		'SELECT seq, event FROM inbox WHERE seq > ? ORDER BY seq LIMIT ?',
		...[after, limit],
	);
	return rows.map(toEntry);
}

/** The newest events, oldest first. */
export function* newestEvents({
	kinds,
	channels,
	limit,
}: Pick<Subscription, 'kinds' | 'channels'> & { limit: number }): Work<InboxEntry[]> {
	const [ofKinds, ofChannels] = [isIn('kind', kinds), isIn('channel', channels)];
	const rows = yield* all<EventRow>(
		`SELECT seq, event FROM inbox WHERE seq > 0${ofKinds.text}${ofChannels.text} ORDER BY seq DESC LIMIT ?`,
		...[...ofKinds.values, ...ofChannels.values, limit],
	);
	return rows.map(toEntry).reverse();
}
