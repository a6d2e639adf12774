import type { Store } from '../../../engine';
import type { CommandLine } from '../../support/command-line';
import { runCommandLine } from '../../support/command-line';
import type { StorePlace } from '../../support/stores';
import { resultOf } from './cli-scene';

interface InStore {
	place: StorePlace;
	store: Store;
	/** Runs `business-messaging` with the store, and waits for its end. */
	run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }>;
}

/** A store on a database, and the commands that are run on it, fresh for each test of the block. */
export function inStore(placeOf: () => StorePlace): InStore {
	const scene = {} as InStore;
	let running: CommandLine[] = [];
	beforeEach(async () => {
		scene.place = placeOf();
		scene.store = await scene.place.open();
		scene.run = (...args) => {
			const command = runCommandLine(args, { env: { BUSINESS_MESSAGING_STORE: scene.place.url } });
			running.push(command);
			return resultOf(command);
		};
	});
	afterEach(async () => {
		for (const command of running) await command.kill();
		running = [];
		await scene.place.remove();
	});
	return scene;
}
