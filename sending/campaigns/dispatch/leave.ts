import type { RecipientEnd, RecipientState, StoredRecipient } from '../../../engine';
import type { LaneState, Ready } from './lane-state';
import type { OutcomeToRecord } from './recorder';

/** Where a recipient stands afterwards; one that is given back is told of by whoever takes it next. */
const STATE_AFTER: Partial<Record<RecipientEnd['step'], RecipientState>> = {
	accept: 'accepted',
	hold: 'held',
	skip: 'skipped',
	refuse: 'failed',
	lose: 'unconfirmed',
};

type End = Omit<RecipientEnd, 'key'>;

/** Notes what became of a recipient, and tells it. */
export function note(lane: LaneState, recipient: StoredRecipient, end: End, outcome?: OutcomeToRecord): void {
	lane.tally.count(end.step, end.refused === true);
	lane.recorder.add({ ...end, key: recipient.key }, outcome);
	const state = STATE_AFTER[end.step];
	if (state === undefined) return;
	const { rule, reason, due, messageId, refused } = end;
	const refusals = recipient.refusals + (refused ? 1 : 0);
	const isOut = state === 'accepted' || state === 'unconfirmed';
	lane.tell?.({
		...recipient,
		...(!isOut && { at: 0 }),
		state,
		due,
		messageId,
		refusals,
		...(rule !== undefined && { rule, reason }),
	});
}

/** A recipient leaves this worker, and its customer is free for the next message. */
export function leave(
	lane: LaneState,
	recipient: StoredRecipient,
	end: End,
	outcome?: OutcomeToRecord,
): void {
	lane.customers.delete(recipient.contact);
	note(lane, recipient, end, outcome);
	lane.changed.ring();
}

/** Messages that were not handed over are given back, for whoever claims next. */
export function release(lane: LaneState, items: Ready[]): void {
	for (const { recipient } of items) leave(lane, recipient, { step: 'release' });
}
