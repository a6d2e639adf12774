import type { Engine, EngineOutcome, Intent, PolicyDocument, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { openStore } from '../../store';
import { CHANNEL, CUSTOMER } from './wire';

/** Noon, to the second. */
export const NOW = Date.UTC(2026, 2, 1, 12);

export interface EngineScene {
	engine: Engine;
	store: Store;
	/** The local clock. Epoch ms */
	clock: { now: number };
	/** Ingests webhook bodies, each as a separate delivery. */
	receive(...bodies: unknown[]): Promise<void>;
	close(): Promise<void>;
}

/** An engine with a store in memory and a stopped clock. */
export async function openEngineScene(policy?: PolicyDocument): Promise<EngineScene> {
	const clock = { now: NOW };
	const store = await openStore('sqlite::memory:');
	const engine = createEngine({ store, policy, now: () => clock.now });
	return {
		engine,
		store,
		clock,
		async receive(...bodies) {
			for (const body of bodies) await engine.ingest(parseWebhook(body, clock.now));
		},
		close: () => store.close(),
	};
}

/** The template of the tests' intents. */
export const OFFER = { name: 'offer', language: 'en_US' };

/** Freeform and a template to one customer. */
export const INTENT: Intent = { channel: CHANNEL, to: CUSTOMER, freeform: true, template: OFFER };

/** The outcome of listing the template with this status. */
export function listed(status: string, more: { at?: number; category?: string } = {}): EngineOutcome {
	const { at, category = 'UTILITY' } = more;
	return { kind: 'templates-listed', channel: CHANNEL, at, templates: [{ ...OFFER, status, category }] };
}
