import type { Parts, Ready } from './dispatcher-state';
import { isClosing, waiting } from './dispatcher-state';

/** How much of the rate gets slots in one go, and, of slow numbers, up to how many messages in how much of it. s */
const CHUNK = 0.05;
const SLOW_CHUNK = { messages: 8, seconds: 0.1 };
/** Slots are taken again when the last one is closer than this. µs */
const HORIZON = 150_000;
/** The same if less is ready than gets slots in one go. µs */
const NEAR = 30_000;
/** On their way at a time at most. */
const MOST_ON_THEIR_WAY = 1_000;

type BeginParts = Parts<
	| 'engine'
	| 'channel'
	| 'summary'
	| 'changed'
	| 'submitter'
	| 'perSecond'
	| 'ready'
	| 'again'
	| 'beginning'
	| 'halted'
	| 'broken'
	| 'isOver'
>;

/** Submits messages. If the number is halted, they wait to be given back. */
async function begin(state: BeginParts, fresh: Ready[], repeats: Ready[]): Promise<void> {
	const { channel, summary, submitter } = state;
	state.beginning = fresh.length + repeats.length;
	const { begun, none } = await submitter.submit(fresh, repeats);
	state.beginning = 0;
	if (!none) return;
	summary.halted(channel, none.until, none.halted ?? '');
	state.halted = true;
	state.ready.push(...begun);
	state.again.push(...repeats);
}

/** A commit is for many messages, and what was begun doesn't wait long for its slot. */
function chunkOf(perSecond: number): number {
	const { messages, seconds } = SLOW_CHUNK;
	return Math.max(Math.ceil(perSecond * CHUNK), Math.min(messages, Math.ceil(perSecond * seconds)));
}

/** Submits what is ready, a little ahead of its time, until nothing more is claimed. */
export async function beginReady(state: BeginParts, isAllClaimed: () => boolean): Promise<void> {
	const { perSecond, submitter, changed } = state;
	const chunk = chunkOf(perSecond);
	while (!isClosing(state)) {
		if (isAllClaimed() && waiting(state) === 0) return;
		const { ready, again } = state;
		const ahead = submitter.ahead();
		const room = Math.min(chunk, MOST_ON_THEIR_WAY - submitter.onTheirWay() - submitter.waiting());
		const isEnough = ready.length + again.length >= Math.min(chunk, room) || isAllClaimed();
		const horizon = isEnough ? HORIZON : NEAR;
		if (ready.length + again.length === 0 || room <= 0) await changed.wait(50);
		else if (ahead > horizon) await changed.wait((ahead - horizon) / 1_000);
		else {
			const repeats = again.splice(0, room);
			await begin(state, ready.splice(0, room - repeats.length), repeats);
			changed.raise();
		}
	}
}
