import { countedAs } from '../../verdict';
import type { LaneState, Ready } from './lane-state';
import { isClosing, waiting } from './lane-state';
import { release } from './leave';

/** What could not be begun for so long is given back: the rest of the lease is for the call. ms */
const BEGUN_WITHIN = 15_000;
/** How much of the rate is slotted in one go, and, of slow numbers, up to how many messages in how much of it. s */
const CHUNK = 0.05;
const SLOW_CHUNK = { messages: 8, seconds: 0.1 };
/** Slots are taken anew when the last one is nearer than this, and lie at least so far ahead. µs */
const HORIZON = 150_000;
/** The same where less is ready than is slotted in one go. µs */
const NEAR = 30_000;
const LEAD = 15_000;
/** On their way at a time at most. */
const MOST_ON_THEIR_WAY = 1_000;

/** Notes messages as sending, and has each handed over at its slot. */
async function start(lane: LaneState, next: Ready[], repeats: Ready[]): Promise<void> {
	const { engine, channel, perSecond, token, tally, schedule } = lane;
	const { campaigns } = engine.store;
	const at = Math.floor(await engine.now(channel));
	const isStale = ({ claimedAt }: Ready) => at - claimedAt > BEGUN_WITHIN;
	const fresh = next.filter((item) => !isStale(item));
	release(lane, next.filter(isStale));
	const starts = fresh.map(({ recipient, action, facts, rule, reason }) => ({
		...{ key: recipient.key, action, rule, reason },
		...(action === 'template' ? countedAs(facts) : { opens: false }),
	}));
	const clocks = { at, again: repeats.length };
	const rate = { channel, perSecond, now: lane.now(), lead: LEAD };
	// Begun in the same turn, so that an embedded store commits both at once.
	void lane.recorder.flush();
	const { started, slots, haltedUntil } = await campaigns.start(token, starts, clocks, rate);
	if (haltedUntil !== undefined) {
		const { why = '' } = await campaigns.pace(channel, Date.now());
		tally.halted(channel, haltedUntil, why);
		lane.halted = true;
		lane.ready.push(...fresh);
		lane.again.push(...repeats);
		return lane.changed.ring();
	}
	const keys = new Set(started);
	const ours = fresh.filter(({ recipient }) => keys.has(recipient.key));
	for (const item of ours) {
		item.at = at;
		const { action, rule, reason } = item;
		item.recipient = { ...item.recipient, at, action, rule, reason };
	}
	release(
		lane,
		fresh.filter(({ recipient }) => !keys.has(recipient.key)),
	);
	schedule.add([...ours, ...repeats], slots);
}

/** A commit is for many messages, and what was begun waits not long for its slot. */
function chunkOf(perSecond: number): number {
	const { messages, seconds } = SLOW_CHUNK;
	return Math.max(Math.ceil(perSecond * CHUNK), Math.min(messages, Math.ceil(perSecond * seconds)));
}

/** Takes slots for what is ready, a little ahead of their time, until nothing more is fed. */
export async function pace(lane: LaneState, fed: () => boolean): Promise<void> {
	const { perSecond, schedule, changed } = lane;
	const chunk = chunkOf(perSecond);
	while (!isClosing(lane)) {
		if (fed() && waiting(lane) === 0) return;
		const { ready, again } = lane;
		const ahead = schedule.ahead();
		const room = Math.min(chunk, MOST_ON_THEIR_WAY - lane.onTheirWay - schedule.size());
		const enough = ready.length + again.length >= Math.min(chunk, room) || fed();
		if (ready.length + again.length === 0 || room <= 0) await changed.wait(50);
		else if (ahead > (enough ? HORIZON : NEAR))
			await changed.wait((ahead - (enough ? HORIZON : NEAR)) / 1_000);
		else {
			const repeats = again.splice(0, room);
			const fresh = ready.splice(0, room - repeats.length);
			lane.starting = fresh.length + repeats.length;
			await start(lane, fresh, repeats);
			lane.starting = 0;
			changed.ring();
		}
	}
}
