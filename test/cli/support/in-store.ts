import type { Store } from '../../../engine';
import type { StorePlace } from '../../support/stores';
import type { Result } from './run-here';
import { runHere } from './run-here';

interface InStore {
	place: StorePlace;
	store: Store;
	/** Runs `business-messaging` with the store. */
	run(...args: string[]): Promise<Result>;
}

/** A store on a database, and the commands that are run on it, fresh for each test of the block. */
export function inStore(placeOf: () => StorePlace): InStore {
	const scene = {} as InStore;
	beforeEach(async () => {
		scene.place = placeOf();
		scene.store = await scene.place.open();
		scene.run = (...args) => runHere(args, { BUSINESS_MESSAGING_STORE: scene.place.url });
	});
	afterEach(() => scene.place.remove());
	return scene;
}
