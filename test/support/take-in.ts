import type { Engine } from '../../engine';
import { parseWebhook } from '../../engine';
import type { Happening } from './decision-cases';
import { ANY_SLOT } from './slots';

/** Ingests or records what happened, in order: deliveries, our own acts, and our own sends. */
export async function takeIn(engine: Engine, happened: Happening[]): Promise<void> {
	for (const one of happened) {
		if ('body' in one) await engine.ingest(parseWebhook(one.body, await engine.now()));
		else if ('act' in one) await engine.record(one.act);
		else await engine.store.sends.begin(one.send, ANY_SLOT);
	}
}
