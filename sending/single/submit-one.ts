import { sleep } from '../../base';
import type { Engine, NoSlot, SendRecord } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Answer, Begun, Submission, Submitter } from '../submit';
import { openSlotClock, openSubmitter } from '../submit';

/** A slot that is further ahead isn't taken. µs */
const MOST_AHEAD = 3_000_000;
/** A message whose slot is further ahead than this is looked at again. µs */
const LOOK_AGAIN = 1_000_000;
/** How long before the slot it is looked at again. µs */
const BEFORE_SLOT = 100_000;
/** If a slot has passed before it could be used, the next one is this far ahead; twice that if it happens again. µs */
const LEAD_AFTER_LATE = 25_000;

/** One message, as it is noted. */
export interface OneMessage extends Submission {
	/** Without its state and its time, which the message has. */
	send: Omit<SendRecord, 'state' | 'at' | 'key' | 'action'>;
}

/** What became of it before its call: its send was known, its number has no slot, or it no longer may go out. */
export type NotCalled = { known: SendRecord } | { none: NoSlot } | 'withdrawn';

export interface OneMessageOptions<Item extends OneMessage> {
	/** What goes out at the slot if the wait for it was long; nothing if the message no longer may go out. */
	lookAgain?(message: Item): Promise<Item | undefined>;
	/** Records the answer. */
	record(message: Item, answer: Answer, ago: () => number): Promise<void>;
}

const toRecord = ({ key, action, at, send }: OneMessage): SendRecord => ({
	...send,
	...{ key, action, at, state: 'sending' },
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
	const now = openSlotClock(runtime);
	let lead = 0;
	let notCalled: NotCalled | undefined;

	const request = () => ({ channel, now: now(), lead, within: MOST_AHEAD });

	async function beginAgain({ key }: Item): Promise<Begun<Item>> {
		const taken = await rates.take(request(), 1);
		if (!taken.none) return { begun: [], slots: taken.slots };
		await sends.forget(key);
		notCalled = { none: taken.none };
		return { begun: [], ...taken };
	}

	async function begin(item: Item): Promise<Begun<Item>> {
		const begun = await sends.begin(toRecord(item), request());
		if (!('slot' in begun)) {
			notCalled = begun;
			return { begun: [], slots: [] };
		}
		const { slot } = begun;
		const ahead = slot - now();
		if (!lookAgain || ahead <= LOOK_AGAIN) return { begun: [item], slots: [slot] };

		await sleep(runtime, (ahead - BEFORE_SLOT) / 1_000);
		const seen = await lookAgain(item).catch(async (error: unknown) => {
			await sends.forget(item.key);
			throw error;
		});
		if (!seen) {
			await sends.forget(item.key);
			notCalled = 'withdrawn';
			return { begun: [], slots: [] };
		}
		if (seen.action !== item.action) await sends.amend(toRecord(seen));
		return { begun: [seen], slots: [slot] };
	}

	return new Promise((resolve, reject) => {
		const submitter: Submitter<Item> = openSubmitter<Item>(engine, gateway, channel, now, {
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
