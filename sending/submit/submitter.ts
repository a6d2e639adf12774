import type { Engine, NoSlot } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Attempt, CallResult } from './call';
import { callGateway, noteResult } from './call';
import { openSchedule } from './slots';

/** The attempts that may go out, with a slot for each of them and for each submitted again; or why there are none. */
export interface Begun<Item> {
	/** Those that were left as they were if there are no slots. */
	begun: Item[];
	/** When each may go out: ms of the monotonic clock. */
	times: number[];
	none?: NoSlot;
}

/** Where attempts are noted before and after their calls. */
export interface Ledger<Item> {
	/** Notes attempts as sending and takes their slots, in one transaction; also slots for those noted before. */
	begin(items: Item[], again: Item[]): Promise<Begun<Item>>;
	/** The gateway is called with an attempt now; false if it mustn't be. */
	call(item: Item): boolean;
	/** The gateway has answered, and nothing is recorded. @param took how long it took. ms */
	answered(item: Item, result: CallResult, took: number): void;
	/**
	 * Records what the gateway answered.
	 * @param ago how long ago the call was made. ms
	 */
	record(item: Item, result: CallResult, ago: () => number): Promise<void>;
	/** Slots have passed before they could be used: these attempts need others. */
	late(items: Item[]): void;
	/** The store fails, so that nothing can be recorded. */
	fail(error: unknown): void;
	/** An attempt that was made is dealt with. */
	done(): void;
}

/** Submits many messages, each at its slot. */
export interface Submitter<Item> {
	/** Begins attempts, and has each made at its slot. Resolves as soon as they are begun. */
	submit(items: Item[], again: Item[]): Promise<Omit<Begun<Item>, 'times'>>;
	/** How far ahead the last slot is. ms */
	ahead(): number;
	/** How many wait for their slots. */
	waiting(): number;
	/** How many were made and aren't recorded. */
	onTheirWay(): number;
	/** Takes out those that still wait for their slots. */
	clear(): Item[];
}

/** Submits messages of a number: notes them as sending, calls the gateway at each slot, and has the result recorded. */
export function openSubmitter<Item extends Attempt>(
	{ runtime, store }: Pick<Engine, 'runtime' | 'store'>,
	gateway: Pick<GatewayClient, 'messages'>,
	channel: string,
	ledger: Ledger<Item>,
): Submitter<Item> {
	let onTheirWay = 0;

	async function callAndRecord(item: Item): Promise<void> {
		if (!ledger.call(item)) return;
		const calledAt = runtime.monotonic();
		const ago = () => runtime.monotonic() - calledAt;
		onTheirWay += 1;
		try {
			const result = await callGateway(gateway, item);
			ledger.answered(item, result, ago());
			await noteResult(store, channel, result);
			await ledger.record(item, result, ago);
		} catch (error) {
			ledger.fail(error);
		} finally {
			onTheirWay -= 1;
			ledger.done();
		}
	}

	const schedule = openSchedule<Item>(runtime, (item) => void callAndRecord(item), ledger.late);

	return {
		async submit(items, again) {
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
