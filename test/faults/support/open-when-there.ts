import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../../../engine';
import { openStore } from '../../../store';

/** Opens a store, and tries again while it is unavailable. */
export async function openWhenThere(url: string): Promise<Store> {
	for (;;) {
		try {
			return await openStore(url);
		} catch {
			await wait(50);
		}
	}
}
