import type { Engine, NoSlot } from '../../engine';
import { writeCallbackData } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Answer } from './answer';
import { toAnswer, toFailure } from './answer';
import { CONSEQUENCES } from './effects';
import type { MessageParts } from './outgoing-message';
import { toOutgoingMessage } from './outgoing-message';
import { openSchedule } from './schedule';

/** A message on its way to the gateway. */
export interface Submission {
	/** The key of its send. */
	key: string;
	action: 'freeform' | 'template';
	message: MessageParts;
	/** When it was noted as sending. Epoch ms of the gateway's clock */
	at: number;
}

/** The messages that may go out, with a slot for each of them and for each submitted again; or why there are none. */
export interface Begun<Item> {
	/** Those that were left as they were if there are no slots. */
	begun: Item[];
	/** When each may go out: ms of the monotonic clock. */
	times: number[];
	none?: NoSlot;
}

/** Where messages are noted before and after their calls. */
export interface Ledger<Item> {
	/** Notes messages as sending and takes their slots, in one transaction; also slots for those noted before. */
	begin(items: Item[], again: Item[]): Promise<Begun<Item>>;
	/** A message is called now; false if it mustn't be. */
	call?(item: Item): boolean;
	/** The gateway has answered, and nothing is recorded. */
	answered?(item: Item, answer: Answer): void;
	/**
	 * Records what the gateway answered.
	 * @param ago how long ago the call was made. ms
	 */
	record(item: Item, answer: Answer, ago: () => number): Promise<void>;
	/** Slots have passed before they could be used: these messages need others. */
	late(items: Item[]): void;
	/** The store fails, so that nothing can be recorded. */
	fail(error: unknown): void;
	/** A message that was called is dealt with. */
	done?(): void;
}

/** The one way to the gateway, for one message and for many. */
export interface Submitter<Item> {
	/** Begins messages, and has each called at its slot. Resolves as soon as they are begun. */
	submit(items: Item[], again?: Item[]): Promise<Omit<Begun<Item>, 'times'>>;
	/** How far ahead the last slot is. ms */
	ahead(): number;
	/** How many wait for their slots. */
	waiting(): number;
	/** How many were called and aren't recorded. */
	onTheirWay(): number;
	/** Takes out those that still wait for their slots. */
	clear(): Item[];
}

/**
 * Submits messages of a number: takes slots and notes the messages as sending, calls the gateway at each slot, sorts
 * the answer into accepted, refused, lost, or invalid, and records it.
 */
export function openSubmitter<Item extends Submission>(
	{ runtime, store }: Pick<Engine, 'runtime' | 'store'>,
	gateway: Pick<GatewayClient, 'messages'>,
	channel: string,
	ledger: Ledger<Item>,
): Submitter<Item> {
	let onTheirWay = 0;

	function call({ action, message, at, key }: Item): Promise<Answer> {
		const callbackData = writeCallbackData({ sentAt: at, key });
		const send = async () => {
			const outgoing = toOutgoingMessage(action, message);
			const { checkFirst } = message;
			return gateway.messages.send({ ...outgoing, biz_opaque_callback_data: callbackData }, { checkFirst });
		};
		return send().then(toAnswer, toFailure);
	}

	async function callAndRecord(item: Item): Promise<void> {
		if (ledger.call?.(item) === false) return;
		const calledAt = runtime.monotonic();
		onTheirWay += 1;
		try {
			const answer = await call(item);
			ledger.answered?.(item, answer);
			if (answer.kind === 'refused' && CONSEQUENCES[answer.error.effect].number === 'slow down') {
				await store.rates.slow(channel);
			}
			await ledger.record(item, answer, () => runtime.monotonic() - calledAt);
		} catch (error) {
			ledger.fail(error);
		} finally {
			onTheirWay -= 1;
			ledger.done?.();
		}
	}

	const schedule = openSchedule<Item>(runtime, (item) => void callAndRecord(item), ledger.late);

	return {
		async submit(items, again = []) {
			const { begun, times, none } = await ledger.begin(items, again);
			if (none) return { begun, none };
			schedule.add([...begun, ...again], times);
			return { begun };
		},
		ahead: schedule.ahead,
		waiting: schedule.size,
		onTheirWay: () => onTheirWay,
		clear: schedule.clear,
	};
}
