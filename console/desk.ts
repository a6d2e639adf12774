import type { Memo, Runtime } from '../base';
import type { Engine, Store } from '../engine';
import { DISPLAY_NUMBER, numbersOf } from '../engine';
import type { Veil } from './veil';

/** What all views of a console work with. */
export interface Desk {
	readonly store: Store;
	readonly engine: Engine;
	readonly runtime: Runtime;
	/** Where the store is, for people. */
	readonly storeName: string;
	/** Where the n8n is that the store belongs to. */
	readonly n8nUrl: URL | undefined;
	/** The numbers that may be seen; every number of the store if left out. */
	readonly only: readonly string[] | undefined;
	/** The numbers of the business, as far as they were seen: they are never masked. */
	readonly own: Set<string>;
	readonly veil: Veil;
	readonly memo: Memo;
}

/** Whether a number may be seen. */
export const sees = ({ only }: Pick<Desk, 'only'>, channel: string): boolean =>
	only?.includes(channel) ?? true;

/** How long the numbers that a store has are used. ms */
const NUMBERS_FOR = 5_000;

/** The numbers that are shown. */
export const numbersShown = ({ store, only, memo }: Desk): Promise<readonly string[]> =>
	only === undefined ? memo.get('numbers', NUMBERS_FOR, () => numbersOf(store)) : Promise.resolve(only);

/** The gateway's time, of several numbers the latest. Epoch ms */
export const latestTime = async (desk: Desk): Promise<number> =>
	Math.max(...(await Promise.all((await numbersShown(desk)).map((number) => desk.engine.now(number)))), 0) ||
	desk.runtime.now();

/** How long the name of a number is used. ms */
const NAME_FOR = 10_000;

/** A number of the business as its customers see it, if a delivery has said so: `+15550100`; otherwise its ID. */
export const titleOfNumber = ({ store, memo }: Desk, channel: string): Promise<string> =>
	memo.get(`title ${channel}`, NAME_FOR, async () => {
		const shown = (await store.readRegister(channel, '', DISPLAY_NUMBER))?.value;
		return typeof shown === 'string' ? `+${shown}` : channel;
	});

/** Something that was asked for isn't there, or may not be seen. */
export class NotFound extends Error {
	override readonly name = 'NotFound';
}
