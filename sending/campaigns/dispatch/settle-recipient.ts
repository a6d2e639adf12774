import type { ClaimedRecipient, RecipientEnd, RecipientState } from '../../../engine';
import type { Parts, Ready } from './dispatcher-state';
import type { OutcomeToRecord } from './recorder';

/** The state of a recipient afterwards. One that is given back is reported by the worker that takes it next. */
const STATE_AFTER: Readonly<Record<RecipientEnd['step'], RecipientState | undefined>> = {
	accept: 'accepted',
	hold: 'held',
	skip: 'skipped',
	refuse: 'failed',
	lose: 'unconfirmed',
	release: undefined,
};

type End = Omit<RecipientEnd, 'key' | 'token'>;

export type SettleParts = Parts<'summary' | 'recorder' | 'tell' | 'customers' | 'changed'>;

/** Notes what became of a recipient, and tells it. */
export function note(
	{ summary, recorder, tell }: Pick<SettleParts, 'summary' | 'recorder' | 'tell'>,
	recipient: ClaimedRecipient,
	end: End,
	outcome?: OutcomeToRecord,
): void {
	const { key, token } = recipient;
	summary.count(key, end.step, end.refused === true);
	recorder.add({ ...end, key, token }, outcome);
	const state = STATE_AFTER[end.step];
	if (state === undefined) return;
	const { rule, reason, due, messageId, refused } = end;
	const refusals = recipient.refusals + (refused ? 1 : 0);
	const isOut = state === 'accepted' || state === 'unconfirmed';
	tell?.({
		...recipient,
		...(!isOut && { at: 0 }),
		state,
		due,
		messageId,
		refusals,
		...(rule !== undefined && { rule, reason }),
	});
}

/** Notes what became of a recipient, and frees its customer for the next message. */
export function settle(
	parts: SettleParts,
	recipient: ClaimedRecipient,
	end: End,
	outcome?: OutcomeToRecord,
): void {
	parts.customers.delete(recipient.contact);
	note(parts, recipient, end, outcome);
	parts.changed.raise();
}

/** Releases messages that weren't sent, for the next worker that claims. */
export function release(parts: SettleParts, items: Ready[]): void {
	for (const { recipient } of items) settle(parts, recipient, { step: 'release' });
}
