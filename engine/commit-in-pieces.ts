import { changesOfEvent } from './changes-of-event';
import type { MessagingEvent } from './events/messaging-event';
import type { CommittedEvent, Forwarding, StartNote, Store } from './store/store';

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
export async function commitInPieces(
	events: MessagingEvent[],
	committing: Committing,
): Promise<CommittedEvent[]> {
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
