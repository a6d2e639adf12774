import type { Runtime } from '../../../base';
import { countedAs } from '../../counted-as';
import type { Begun, Ledger, SlotClock } from '../../submit';
import { keepAnswer, openSlotClock } from '../../submit';
import { recordAnswer } from './record-answer';
import type { DispatcherState, Ready } from './dispatcher-state';
import { giveUp } from './dispatcher-state';
import { release } from './settle-recipient';

/** What couldn't be begun for so long is given back: the rest of the lease is for the call. ms */
const BEGUN_WITHIN = 15_000;
/** Slots are at least this far ahead, so that the transaction that takes them can end before. µs */
const LEAD = 15_000;

/**
 * Notes messages as sending, and takes slots for them and for those whose slots have passed. Recipients
 * that are no longer this worker's, were claimed too long ago, or whose caps others have reached, are released: the next
 * claim decides anew.
 */
async function begin(
	state: Pick<
		DispatcherState,
		'engine' | 'channel' | 'recorder' | 'journal' | 'summary' | 'customers' | 'changed' | 'tell'
	>,
	items: Ready[],
	again: Ready[],
	clock: SlotClock,
): Promise<Begun<Ready>> {
	const { engine, channel, recorder, journal } = state;
	const at = Math.floor(await engine.now(channel));
	const isStale = ({ claimedAt }: Ready) => at - claimedAt > BEGUN_WITHIN;
	const fresh = items.filter((item) => !isStale(item));
	release(state, items.filter(isStale));
	const starts = fresh.map(({ key, recipient: { token }, action, facts, rule, reason, caps }) => ({
		...{ key, token, action, rule, reason, caps },
		...(action === 'template' ? countedAs(facts) : { opens: false }),
	}));
	journal.note(starts);
	// Begun in the same turn, so that an embedded store commits both at once.
	void recorder.flush();
	const askedAt = engine.runtime.monotonic();
	const { begun, slots, now, none } = await engine.store.campaigns.begin(
		starts,
		{ at, again: again.length },
		{ channel, lead: LEAD },
	);
	if (none) return { begun: fresh, times: [], none };
	clock.note(now!, askedAt);
	const keys = new Set(begun);
	const ours = fresh.filter(({ key }) => keys.has(key));
	for (const item of ours) {
		item.at = at;
		const { action, rule, reason } = item;
		item.recipient = { ...item.recipient, at, action, rule, reason };
	}
	release(
		state,
		fresh.filter(({ key }) => !keys.has(key)),
	);
	return { begun: ours, times: slots.map(clock.timeOf) };
}

/** The recipients of campaigns as the submitter notes them. */
export function recipientLedger(runtime: Runtime, stateOf: () => DispatcherState): Ledger<Ready> {
	const clock = openSlotClock(runtime);
	return {
		begin: (items, again) => begin(stateOf(), items, again, clock),
		call(item) {
			const state = stateOf();
			const mayCall = state.journal.call(item.recipient);
			if (!mayCall) release(state, [item]);
			return mayCall;
		},
		answered(item, answer) {
			const kept = keepAnswer(answer);
			if (kept) stateOf().journal.answer(item.recipient, kept);
		},
		record: (item, answer, ago) => recordAnswer(stateOf(), item, answer, ago),
		late(items) {
			const state = stateOf();
			state.again.push(...items);
			state.changed.raise();
		},
		fail: (error) => giveUp(stateOf(), error),
		done: () => stateOf().changed.raise(),
	};
}
