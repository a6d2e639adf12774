import type { Slot } from '../../../engine';
import { countedAs } from '../../counted-as';
import type { Begun, Ledger } from '../../submit';
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
 * that are no longer this worker's, or were claimed too long ago, are released.
 */
async function begin(
	state: Pick<
		DispatcherState,
		'engine' | 'channel' | 'token' | 'recorder' | 'summary' | 'customers' | 'changed' | 'tell'
	>,
	items: Ready[],
	again: Ready[],
	now: Slot,
): Promise<Begun<Ready>> {
	const { engine, channel, token, recorder } = state;
	const at = Math.floor(await engine.now(channel));
	const isStale = ({ claimedAt }: Ready) => at - claimedAt > BEGUN_WITHIN;
	const fresh = items.filter((item) => !isStale(item));
	release(state, items.filter(isStale));
	const starts = fresh.map(({ key, action, facts, rule, reason }) => ({
		...{ key, action, rule, reason },
		...(action === 'template' ? countedAs(facts) : { opens: false }),
	}));
	// Begun in the same turn, so that an embedded store commits both at once.
	void recorder.flush();
	const { begun, slots, none } = await engine.store.campaigns.begin(
		token,
		starts,
		{ at, again: again.length },
		{ channel, now, lead: LEAD },
	);
	if (none) return { begun: fresh, slots: [], none };
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
	return { begun: ours, slots };
}

/** The recipients of campaigns as the submitter notes them. */
export function recipientLedger(stateOf: () => DispatcherState, now: () => Slot): Ledger<Ready> {
	return {
		begin: (items, again) => begin(stateOf(), items, again, now()),
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
