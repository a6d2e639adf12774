import { withoutDepths } from '../../engine/events/event-id';
import type { MessagingEvent, StatusEvent } from '../../engine/events/messaging-event';
import type { StateChanges } from '../../engine/state/register';
import type { Forwarding } from '../../engine/store/forwards';
import type {
	CommittedEvent,
	EventCommit,
	InboxEntry,
	StartNote,
	StartState,
	Subscription,
} from '../../engine/store/store';
import type { Work } from '../work';
import { all, each, one } from '../work';
import { gather } from './bursts';
import { deletedEvents } from './erased/marks';
import { noteCharges } from './charges';
import { queueForwards } from './forwards';
import { isIn } from './is-in';
import type { KnownPrices } from './known-prices';
import { priceListsOf } from './known-prices';
import { partitionOf } from './partition';
import { noteHeard } from './heard';
import { learnAliases } from './names';
import { writeHistory, writeRegisters } from './registers';
import { settleSends, wakeHeld } from './sends';
import { writeSentTexts } from './sent-texts';
import { noteGathered, noteStart } from './starts';
import { answeringEvents, answerWaits } from './waits';

/** A delivery on its way into the store. */
export interface Delivery {
	commits: EventCommit[];
	/** Epoch ms */
	receivedAt: number;
	start?: StartNote;
	/** Queued if something in it is new, or if there is nothing in it. */
	forward?: Forwarding;
}

/** Taking numbers holds the counter until the transaction ends, so no number is seen before a smaller one. */
const TAKE_NUMBERS =
	"UPDATE counter SET value = value + ? WHERE name = 'inbox' RETURNING value, secret, prices";

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

/** The ids of the events that are new, of those that were erased, and of those that were deleted for their age. */
interface Appended {
	fresh: Set<string>;
	erased: ReadonlySet<string>;
	pruned: ReadonlySet<string>;
	/** The store's, if anything was erased. */
	secret: string | null;
	/** The stamp of the store's prices, if there are any. */
	prices: string | null;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Appends the events that are new. What was deleted doesn't come back. */
function* append(given: Array<{ event: MessagingEvent; receivedAt: number }>): Work<Appended> {
	if (given.length === 0) {
		return { fresh: new Set(), erased: NOTHING, pruned: NOTHING, secret: null, prices: null };
	}
	const taken = yield* one<Pick<Appended, 'secret' | 'prices'> & { value: number }>(
		TAKE_NUMBERS,
		given.length,
	);
	const { value, secret, prices } = taken!;
	const ids = given.map(({ event }) => event.id);
	const { erased, pruned } =
		secret === null ? { erased: NOTHING, pruned: NOTHING } : yield* deletedEvents(secret, ids);
	const events = given.filter(({ event }) => !erased.has(event.id) && !pruned.has(event.id));
	const before = value - given.length;
	const appended = yield* each<{ id: string }>(
		APPEND,
		events.map(({ event, receivedAt }, index) => [
			before + index + 1,
			event.id,
			receivedAt,
			written(event),
			event.kind,
			event.channel ?? '',
			partitionOf(event),
		]),
	);
	return { fresh: new Set(appended.map(({ id }) => id)), erased, pruned, secret, prices };
}

/** Changes the state. */
export function* applyChanges(changes: StateChanges[]): Work<void> {
	const registers = changes.flatMap((change) => change.registers ?? []);
	const aliases = changes.flatMap((change) => change.aliases ?? []);
	const wakes = changes.flatMap((change) => change.wakes ?? []);
	const sentTexts = changes.flatMap((change) => change.sentTexts ?? []);
	if ([registers, aliases, wakes, sentTexts].some(({ length }) => length > 0)) {
		const resolve = yield* learnAliases(aliases, [
			...registers.map(({ scope, subject }): [string, string] => [scope, subject]),
			...[...wakes, ...sentTexts].map(({ channel, contact }): [string, string] => [channel, contact]),
		]);
		yield* writeRegisters(registers, resolve);
		yield* wakeHeld(wakes, resolve);
		yield* writeSentTexts(sentTexts, resolve);
	}
	yield* writeHistory(changes.flatMap((change) => change.history ?? []));
	yield* settleSends(changes.flatMap((change) => change.settlements ?? []));
}

/** A delivery, and which of its events are fresh. */
interface MarkedDelivery extends Delivery {
	marks: boolean[];
}

/** The messages that executions wait for: fresh ones, and those that come again where a trigger would gather them. */
function* answersIn(marked: MarkedDelivery[]): Work<ReadonlySet<string>> {
	const answers = yield* answerWaits(
		marked.flatMap(({ commits, marks, receivedAt }) =>
			commits.flatMap(({ event }, index) => (marks[index] ? [{ event, receivedAt }] : [])),
		),
	);
	const again = marked.flatMap(({ commits, marks, start }) =>
		start?.gather ? commits.flatMap(({ event }, index) => (marks[index] ? [] : [event.id])) : [],
	);
	const known = again.length === 0 ? [] : yield* answeringEvents(again);
	return new Set([...answers, ...known.map(({ eventId }) => eventId)]);
}

/**
 * Commits deliveries: fresh events go into the inbox and change the state, known ones do nothing.
 * @param known the prices that the process has read
 */
export function* commitDeliveries(deliveries: Delivery[], known: KnownPrices): Work<CommittedEvent[][]> {
	const events = deliveries.flatMap(({ commits, receivedAt }) =>
		commits.map((commit) => ({ ...commit, receivedAt })),
	);
	const { fresh, erased, pruned, secret, prices } = yield* append(events);
	// An event that came twice in these deliveries is fresh in the first of them.
	const isFresh = (id: string) => fresh.delete(id);
	const marked = deliveries.map((delivery) => ({
		...delivery,
		marks: delivery.commits.map(({ event }) => isFresh(event.id)),
	}));
	const changes = marked.flatMap(({ commits, marks }) =>
		commits.filter((_, index) => marks[index]).map((commit) => commit.changes),
	);
	yield* applyChanges(changes);
	yield* noteCharges(
		changes.flatMap(({ charges = [] }) => charges),
		secret,
		(accounts) => priceListsOf(accounts, prices, known),
	);
	yield* noteHeard(
		marked.flatMap(({ commits, marks }) =>
			commits.flatMap(({ event: { kind, channel } }, index) =>
				marks[index] && kind === 'status' && channel !== undefined ? [channel] : [],
			),
		),
	);
	const answering = yield* answersIn(marked);
	yield* queueForwards(
		marked.flatMap(({ forward, marks }) =>
			forward && (marks.length === 0 || marks.includes(true)) ? [forward] : [],
		),
	);
	function* startOf(note: StartNote, id: string): Work<StartState | undefined> {
		const { eventIds, gather: gathering } = note;
		const waits = gathering?.events.has(id);
		if (!eventIds.has(id) && !waits) return undefined;
		if (erased.has(id)) return 'confirmed';
		// What an execution waits for starts another one only if it isn't taken, and then it has waited enough.
		// A burst reads its events from the inbox.
		const isGathered = waits && !pruned.has(id) && (gathering?.withAnswers || !answering.has(id));
		return yield* isGathered ? noteGathered(note, id) : noteStart(note, id);
	}
	const results: CommittedEvent[][] = [];
	for (const { commits, marks, start } of marked) {
		const committed: CommittedEvent[] = [];
		for (const [index, { event }] of commits.entries()) {
			const state = start && (yield* startOf(start, event.id));
			const answers = marks[index]! && answering.has(event.id);
			committed.push({
				fresh: marks[index]!,
				...(state && { start: state }),
				...(answers && { answers: true as const }),
			});
		}
		if (start?.gather) {
			const gathered = commits.filter((_, index) => committed[index]!.start === 'gathered');
			yield* gather(
				start.trigger,
				gathered.map(({ event }) => event),
				start.gather,
			);
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
		after,
		limit,
	);
	return rows.map(toEntry);
}

/** Their ids begin with the message's, and texts are compared by their bytes: `;` is the one after `:`. */
const STATUSES = 'SELECT event FROM inbox WHERE id > ? AND id < ? ORDER BY seq';

/** The statuses of a message, in the order of their commit. */
export function* statusesOf(messageId: string): Work<StatusEvent[]> {
	const rows = yield* all<{ event: string }>(STATUSES, `status:${messageId}:`, `status:${messageId};`);
	const events = rows.map(({ event }) => JSON.parse(event) as MessagingEvent);
	return events.filter(
		(event): event is StatusEvent => event.kind === 'status' && event.messageId === messageId,
	);
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
		...ofKinds.values,
		...ofChannels.values,
		limit,
	);
	return rows.map(toEntry).reverse();
}
