import { sleep } from '../../base';
import type { Decision, Engine, NoSlot, SendRecord } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Answer, Begun, Submission, Submitter } from '../submit';
import { openSlotClock, openSubmitter } from '../submit';

/** A slot that is further ahead isn't taken. µs */
const MOST_AHEAD = 3_000_000;
/** A message whose slot is further ahead than this is looked at again. ms */
const LOOK_AGAIN = 1_000;
/** How long before the slot it is looked at again. ms */
const BEFORE_SLOT = 100;
/** If a slot has passed before it could be used, the next one is this far ahead; twice that if it happens again. µs */
const LEAD_AFTER_LATE = 25_000;

/** One message, as it is noted. */
export interface OneMessage extends Submission {
	/** Without its state and its time, which the message has. */
	send: Omit<SendRecord, 'state' | 'at' | 'key' | 'action'>;
	/** What its decision depends on. */
	caps?: Decision['caps'];
}

/**
 * What became of it before its call: its send was known, its number has no slot, others reached a cap that its decision
 * depends on, or it no longer may go out.
 */
export type NotCalled = { known: SendRecord } | { none: NoSlot } | { capReached: true } | 'withdrawn';

export interface OneMessageOptions<Item extends OneMessage> {
	/** What goes out at the slot if the wait for it was long; nothing if the message no longer may go out. */
	lookAgain?(message: Item): Promise<Item | undefined>;
	/** Records the answer. */
	record(message: Item, answer: Answer, ago: () => number): Promise<void>;
}

const toRecord = ({ key, action, at, send }: OneMessage): SendRecord => ({
	...send,
	key,
	action,
	at,
	state: 'sending',
});

/**
 * Submits one message in the next free slot of its number.
 * @returns why it wasn't called, or nothing once its answer is recorded
 */
export function submitOne<Item extends OneMessage>(
	engine: Engine,
	gateway: GatewayClient,
	message: Item,
	{ lookAgain, record }: OneMessageOptions<Item>,
): Promise<NotCalled | undefined> {
	const { runtime } = engine;
	const { sends, rates } = engine.store;
	const { channel } = message.send;
	const clock = openSlotClock(runtime);
	let lead = 0;
	let notCalled: NotCalled | undefined;

	const request = () => ({ channel, lead, within: MOST_AHEAD });

	async function beginAgain({ key }: Item): Promise<Begun<Item>> {
		const askedAt = runtime.monotonic();
		const taken = await rates.take(request(), 1);
		if (!taken.none) {
			clock.note(taken.now, askedAt);
			return { begun: [], times: taken.slots.map(clock.timeOf) };
		}
		await sends.forget(key);
		notCalled = { none: taken.none };
		return { begun: [], times: [], none: taken.none };
	}

	async function begin(item: Item): Promise<Begun<Item>> {
		const askedAt = runtime.monotonic();
		const begun = await sends.begin(toRecord(item), request(), item.caps);
		if (!('slot' in begun)) {
			notCalled = begun;
			return { begun: [], times: [] };
		}
		clock.note(begun.now, askedAt);
		const times = [clock.timeOf(begun.slot)];
		const ahead = times[0]! - runtime.monotonic();
		if (!lookAgain || ahead <= LOOK_AGAIN) return { begun: [item], times };

		await sleep(runtime, ahead - BEFORE_SLOT);
		const seen = await lookAgain(item).catch(async (error: unknown) => {
			await sends.forget(item.key);
			throw error;
		});
		if (!seen) {
			await sends.forget(item.key);
			notCalled = 'withdrawn';
			return { begun: [], times: [] };
		}
		if (seen.action !== item.action && !(await sends.amend(toRecord(seen), seen.caps))) {
			await sends.forget(item.key);
			notCalled = { capReached: true };
			return { begun: [], times: [] };
		}
		return { begun: [seen], times };
	}

	return new Promise((resolve, reject) => {
		const submitter: Submitter<Item> = openSubmitter<Item>(engine, gateway, channel, {
			begin: ([item], [late]) => (item ? begin(item) : beginAgain(late!)),
			async record(item, answer, ago) {
				await record(item, answer, ago);
				resolve(undefined);
			},
			late(items) {
				lead = Math.max(LEAD_AFTER_LATE, 2 * lead);
				submit([], items);
			},
			fail: reject,
		});
		function submit(items: Item[], again: Item[]): void {
			submitter.submit(items, again).then(() => {
				if (notCalled) resolve(notCalled);
			}, reject);
		}
		submit([message], []);
	});
}
