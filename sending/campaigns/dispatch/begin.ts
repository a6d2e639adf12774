import type { Runtime } from '../../../base';
import type { CallJournal } from '../../../engine';
import type { GatewayClient } from '../../../gateway';
import type { Begun } from '../../submit';
import { countedAs, keepResult, openSlotClock, openSubmitter } from '../../submit';
import type { Dispatch, Ready } from './dispatch';
import type { Records } from './record';

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
/** What couldn't be begun for so long is given back: the rest of the lease is for the call. ms */
const BEGUN_WITHIN = 15_000;
/** Slots are at least this far ahead, so that the transaction that takes them can end before. µs */
const LEAD = 15_000;

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

/** The messages that the rules let out, until they are called. */
export interface Outbox {
	add(message: Ready): void;
	/** How many were let out, and haven't been called yet. */
	waiting(): number;
	/** How many were called and aren't recorded. */
	onTheirWay(): number;
	/** Releases those that wait and are meant, for the next worker that claims; all if left out. */
	giveBack(isMeant?: (message: Ready) => boolean): void;
	/** Submits what is ready, a little ahead of its time, until nothing more is claimed. */
	run(isAllClaimed: () => boolean): Promise<void>;
}

interface OutboxParts {
	gateway: GatewayClient;
	/** What is noted of calls until the records are written. */
	journal: CallJournal;
	records: Records;
	/** How fast the number may send. Messages a second */
	perSecond: number;
	/** Hears for how long (ms) the number has no slots, and why. */
	halted(wait: number, why: string): Promise<void>;
}

export function openOutbox(
	dispatch: Dispatch,
	{ gateway, journal, records, perSecond, halted }: OutboxParts,
): Outbox {
	const { engine, channel, changed, isOpen, giveUp } = dispatch;
	const { runtime, store } = engine;
	const slotClock = openSlotClock(runtime);
	const plan = openPlan(runtime, perSecond);
	/** Let out and waiting for a slot. */
	let ready: Ready[] = [];
	/** Noted as sending, and waiting for another slot. */
	let again: Ready[] = [];
	/** How many are being noted as sending. */
	let beginning = 0;

	/**
	 * Notes messages as sending, and takes slots for them and for those whose slots have passed. Recipients
	 * that are no longer this worker's, were claimed too long ago, or whose caps others have reached, are released: the
	 * next claim decides anew.
	 */
	async function begin(items: Ready[], late: Ready[]): Promise<Begun<Ready>> {
		const at = Math.floor(await engine.now(channel));
		const isStale = ({ claimedAt }: Ready) => at - claimedAt > BEGUN_WITHIN;
		const fresh = items.filter((item) => !isStale(item));
		records.release(items.filter(isStale));
		const starts = fresh.map(
			({ key, recipient: { token }, action, facts, rule, reason, caps, reserve, hasBudget, decision }) => ({
				key,
				token,
				action,
				rule,
				reason,
				caps,
				reserve,
				hasBudget,
				decision,
				...(action === 'template' ? countedAs(facts) : { opens: false }),
			}),
		);
		journal.note(starts);
		// Begun in the same turn, so that an embedded store commits both at once.
		void records.flush();
		const askedAt = runtime.monotonic();
		const {
			begun,
			slots,
			now,
			none,
			paused = [],
		} = await store.campaigns.begin(starts, { at, again: late.length }, { channel, lead: LEAD });
		for (const { campaign, why } of paused) dispatch.summary.paused({ campaign, channel, why });
		if (none) return { begun: fresh, times: [], none };
		slotClock.note(now!, askedAt);
		const keys = new Set(begun);
		const ours = fresh.filter(({ key }) => keys.has(key));
		for (const item of ours) {
			item.at = at;
			const { action, rule, reason } = item;
			item.recipient = { ...item.recipient, at, action, rule, reason };
		}
		records.release(fresh.filter(({ key }) => !keys.has(key)));
		return { begun: ours, times: slots.map(slotClock.timeOf) };
	}

	const submitter = openSubmitter<Ready>(engine, gateway, channel, {
		begin,
		call(item) {
			const mayCall = journal.call(item.recipient);
			if (!mayCall) records.release([item]);
			return mayCall;
		},
		answered(item, result, took) {
			const kept = keepResult(result, took);
			if (kept) journal.answer(item.recipient, kept);
		},
		record: records.answered,
		late(items) {
			again.push(...items);
			changed.raise();
		},
		fail: giveUp,
		done: changed.raise,
	});

	/** Submits messages. If the number is halted, they wait to be given back. */
	async function submit(fresh: Ready[], repeats: Ready[]): Promise<void> {
		beginning = fresh.length + repeats.length;
		const { begun, none } = await submitter.submit(fresh, repeats);
		beginning = 0;
		if (!none) return;
		ready.push(...begun);
		again.push(...repeats);
		await halted(none.wait, none.halted ?? '');
	}

	return {
		add(message) {
			ready.push(message);
			changed.raise();
		},
		waiting: () => ready.length + beginning + again.length + submitter.waiting(),
		onTheirWay: submitter.onTheirWay,
		giveBack(isMeant = () => true) {
			const items = [...submitter.clear(), ...again];
			const isLeft = (item: Ready) => !isMeant(item);
			records.release([...ready, ...items].filter(isMeant));
			again = items.filter(isLeft);
			ready = ready.filter(isLeft);
			changed.raise();
		},
		async run(isAllClaimed) {
			const left = () => ready.length + again.length;
			const isDone = () => isAllClaimed() && left() + beginning + submitter.waiting() === 0;
			/** How many may get slots in one go. */
			const room = () =>
				Math.min(plan.chunk(), MOST_ON_THEIR_WAY - submitter.onTheirWay() - submitter.waiting());
			/** How long until the next get slots, as far as that is known. ms */
			function untilNext(): number {
				if (left() === 0 || room() <= 0) return 50;
				const isEnough = left() >= room() || isAllClaimed();
				return submitter.ahead() - (isEnough ? plan.horizon() : NEAR);
			}
			while (isOpen() && !isDone()) {
				const wait = untilNext();
				if (wait > 0) {
					await changed.wait(wait, () => !isOpen() || isDone() || untilNext() <= 0);
					continue;
				}
				const most = room();
				const repeats = again.splice(0, most);
				const fresh = ready.splice(0, most - repeats.length);
				await plan.measure(() => submit(fresh, repeats));
				changed.raise();
			}
		},
	};
}
