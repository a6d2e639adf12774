import type { Runtime } from '../../../base';
import type { Parts, Ready } from './dispatcher-state';
import { isClosing, waiting } from './dispatcher-state';

/**
 * How much of the rate gets slots in one go: for so many times as long as taking them lately took at most. A store that
 * is busy with many numbers has fewer and larger transactions to make. ms
 */
const CHUNK = { times: 2, least: 50, most: 250 };
/**
 * Slots are taken again when the last one is closer than this: so many times as long as taking them lately took at most.
 * What is noted as sending may have been sent, so that a process that ends leaves it unconfirmed: it is noted as late as
 * the store allows. ms
 */
const HORIZON = { times: 3, least: 60, most: 150 };
/** From this rate on it is always the most: a slot that is taken too late is lost. messages per second */
const FAST = 500;
/** How much of the longest time is left with each next one. */
const FADES = 0.98;
/** The same if less is ready than gets slots in one go. ms */
const NEAR = 30;
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

/** How many slots have to be taken in one go, and how far ahead, by how long that takes. */
function openPlan({ monotonic }: Pick<Runtime, 'monotonic'>, perSecond: number) {
	const least = perSecond < FAST ? HORIZON.least : HORIZON.most;
	let longest = 0;
	return {
		/** messages */
		chunk() {
			const time = Math.min(CHUNK.most, Math.max(CHUNK.least, CHUNK.times * longest));
			return Math.ceil((perSecond * time) / 1_000);
		},
		/** ms */
		horizon: () => Math.min(HORIZON.most, Math.max(least, HORIZON.times * longest)),
		async measure(act: () => Promise<void>): Promise<void> {
			const from = monotonic();
			await act();
			longest = Math.max(monotonic() - from, longest * FADES);
		},
	};
}

/** Submits messages. If the number is halted, they wait to be given back. */
async function begin(state: BeginParts, fresh: Ready[], repeats: Ready[]): Promise<void> {
	const { engine, channel, summary, submitter } = state;
	state.beginning = fresh.length + repeats.length;
	const { begun, none } = await submitter.submit(fresh, repeats);
	state.beginning = 0;
	if (!none) return;
	state.halted = true;
	state.ready.push(...begun);
	state.again.push(...repeats);
	const until = Math.ceil((await engine.now(channel)) + none.wait);
	summary.halted(channel, until, none.halted ?? '');
}

/** Submits what is ready, a little ahead of its time, until nothing more is claimed. */
export async function beginReady(state: BeginParts, isAllClaimed: () => boolean): Promise<void> {
	const { engine, perSecond, submitter, changed } = state;
	const plan = openPlan(engine.runtime, perSecond);
	while (!isClosing(state)) {
		if (isAllClaimed() && waiting(state) === 0) return;
		const { ready, again } = state;
		const ahead = submitter.ahead();
		const chunk = plan.chunk();
		const room = Math.min(chunk, MOST_ON_THEIR_WAY - submitter.onTheirWay() - submitter.waiting());
		const isEnough = ready.length + again.length >= Math.min(chunk, room) || isAllClaimed();
		const horizon = isEnough ? plan.horizon() : NEAR;
		if (ready.length + again.length === 0 || room <= 0) await changed.wait(50);
		else if (ahead > horizon) await changed.wait(ahead - horizon);
		else {
			const repeats = again.splice(0, room);
			await plan.measure(() => begin(state, ready.splice(0, room - repeats.length), repeats));
			changed.raise();
		}
	}
}
