import { MINUTE } from '../base';
import type { Runtime } from '../base';
import { changesOfEvent } from './changes-of-event';
import { noteDisplayNumbers } from './display-numbers';
import { receivedBy, withoutLongIds, withWhatIsKnown } from './events/before-commit';
import type { DisplayNumbers } from './events/delivery';
import type { MessagingEvent } from './events/messaging-event';
import { forgetOldNowAndThen } from './forget-old';
import type { openGatewayClocks } from './gateway-clocks';
import { openPlacing } from './place-events';
import type { Reaction } from './reactions/reaction';
import { withPreviousLimits } from './state/messaging-limit';
import type { CommittedEvent, Forwarding, Gathering, StartNote, StartState, Store } from './store/store';

export interface IngestResult {
	/** Events that were never seen before, dated as they were kept. */
	fresh: MessagingEvent[];
	duplicates: number;
	reactions: Reaction[];
	/** How many events have data that can't be stored as it is: they are kept as `unknown`, and change nothing. */
	unstorable: number;
	/** Fresh events of a number that nobody could name: they count once their account's number is known. */
	unplaced: MessagingEvent[];
	/** Whether one of the fresh events answers a wait. */
	answersWait: boolean;
	/** The events of `start`, and whether an execution may be started for each. */
	starts: Array<{ event: MessagingEvent; state: StartState }>;
}

/** The trigger that is about to start executions, and for which events. */
export interface StartRequest {
	trigger: string;
	eventIds: ReadonlySet<string>;
	/** Events that wait until their customer is silent instead. */
	gather?: Gathering;
}

export interface IngestOptions {
	/**
	 * Notes that a trigger is about to start executions for some events. Which ones it can say once they are as they will
	 * be kept: dated, of their number, and with who sent them.
	 */
	start?: StartRequest | ((events: MessagingEvent[]) => Promise<StartRequest>);
	/** The business's numbers that the delivery names, by phone number ID: `displayNumbersIn` its body. */
	numbers?: DisplayNumbers;
	/** Queues the delivery for others, in the same transaction, unless it brings only what was known. */
	forward?: Forwarding;
}

/** How long a started execution may take to be answered before its event may be started again. ms */
const START_LEASE = MINUTE;

/** The first of each id: one delivery can hold an event twice. */
function withoutRepeats(events: MessagingEvent[]): MessagingEvent[] {
	const seen = new Set<string>();
	return events.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Events in one commit: as many as a store takes in without keeping others waiting. */
const PIECE = 500;

interface Committing {
	store: Store;
	/** Epoch ms */
	receivedAt: number;
	start?: StartNote;
	forward?: Forwarding;
}

/** Gives back the starts that were noted for events: the delivery that comes again starts them. */
async function releaseStarts({ store, start }: Committing, events: MessagingEvent[]): Promise<void> {
	const ids = events.map(({ id }) => id).filter((id) => start?.eventIds.has(id));
	if (!start || ids.length === 0) return;
	// What cannot be released ends with its lease.
	await store.settleStarts(start.trigger, ids, 'released').catch(() => {});
}

/**
 * Commits events piece by piece, each atomic, so that a large delivery doesn't keep others from the store. What stands
 * in the pieces before one that fails stays committed. The delivery is queued for forwarding with the first piece that
 * has something new: after that one, a redelivery may bring nothing new.
 */
async function commitInPieces(events: MessagingEvent[], committing: Committing): Promise<CommittedEvent[]> {
	const { store, receivedAt, start } = committing;
	const committed: CommittedEvent[] = [];
	do {
		const piece = events.slice(committed.length, committed.length + PIECE);
		try {
			const commits = await Promise.all(
				piece.map(async (event) => ({ event, changes: await changesOfEvent(event, store.sends) })),
			);
			const forward = committed.some(({ fresh }) => fresh) ? undefined : committing.forward;
			committed.push(...(await store.commitEvents(commits, receivedAt, start, forward)));
		} catch (error) {
			await releaseStarts(
				committing,
				events.filter((_, index) => committed[index]?.start === 'start'),
			);
			throw error;
		}
	} while (committed.length < events.length);
	return committed;
}

interface IngestParts {
	store: Store;
	runtime: Runtime;
	clocks: Pick<ReturnType<typeof openGatewayClocks>, 'latestDate'>;
	reactionsTo(events: MessagingEvent[]): Promise<Reaction[]>;
}

/** Takes deliveries in: completes their events, commits them, and says what that started and what it calls for. */
export function openIngest({
	store,
	runtime,
	clocks,
	reactionsTo,
}: IngestParts): (events: MessagingEvent[], options?: IngestOptions) => Promise<IngestResult> {
	const placing = openPlacing(store, runtime);
	return async (given, options = {}) => {
		if (!Array.isArray(given))
			throw new TypeError('ingest takes a list of events, as parseWebhook returns it.');
		const events = given.map(withoutLongIds);
		const tooLong = new Set(events.flatMap((event, index) => (event === given[index] ? [] : event.id)));
		const latest = await clocks.latestDate(events);
		if (options.numbers) await noteDisplayNumbers({ store, runtime }, events, options.numbers);
		const placed = await placing.place(withoutRepeats(events));
		const received = placed.map((event) => receivedBy(event, latest));
		const dated = await withWhatIsKnown(await withPreviousLimits(received, store), store);
		const { forward } = options;
		const asked = typeof options.start === 'function' ? await options.start(dated) : options.start;
		const start = asked && { ...asked, leaseMs: START_LEASE };
		const committed = await commitInPieces(dated, { store, receivedAt: runtime.now(), start, forward });
		const fresh = dated.filter((_, index) => committed[index]!.fresh);
		await placing.settle(fresh);
		forgetOldNowAndThen(store, runtime);
		const starts = dated.flatMap((event, index) => {
			const state = committed[index]!.start;
			return state ? [{ event, state }] : [];
		});
		return {
			fresh,
			duplicates: events.length - fresh.length,
			unplaced: placing.unplaced(fresh),
			answersWait: committed.some(({ answers }) => answers),
			unstorable:
				committed.filter(({ unstorable }) => unstorable).length +
				fresh.filter(({ id }) => tooLong.has(id)).length,
			reactions: await reactionsTo(fresh),
			starts,
		};
	};
}
