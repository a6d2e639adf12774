import { DAY } from '../../../base';
import { createEngine, parseWebhook } from '../../../engine';
import type { Engine } from '../../../engine';
import { openStore } from '../../../store';
import { ACCOUNT, CHANNEL } from './deliveries';

const MARKS_OF_DAYS = 7;
const BATCH = 500;

/** A store with events. */
export interface Filled {
	engine: Engine;
	conversations: number;
	/** The number of events so far. Each has a different id. */
	events: number;
}

/** Ingests new messages, 500 per delivery. `conversationOf` and `at` (epoch ms) by the number of the message */
export async function ingestMessages(
	filled: Filled,
	count: number,
	conversationOf: (index: number) => number,
	at: (index: number) => number,
): Promise<void> {
	for (let done = 0; done < count; done += BATCH) {
		const messages = Array.from({ length: BATCH }, (_, each) => {
			const index = filled.events + each;
			return {
				from: String(4_915_000_000_000 + conversationOf(index)),
				id: `wamid.${index}`,
				timestamp: String(Math.floor(at(index) / 1_000)),
				type: 'text',
				text: { body: 'When will my order arrive?' },
			};
		});
		const value = { metadata: { phone_number_id: CHANNEL }, messages };
		await filled.engine.ingest(
			parseWebhook({ entry: [{ id: ACCOUNT, changes: [{ field: 'messages', value }] }] }),
		);
		filled.events += BATCH;
	}
}

/** A store with a number of conversations, whose messages arrived over seven days. */
export async function fillStore(url: string, conversations: number, events = conversations): Promise<Filled> {
	const filled: Filled = { engine: createEngine({ store: await openStore(url) }), conversations, events: 0 };
	const now = Date.now();
	const at = (index: number) => now - MARKS_OF_DAYS * DAY * (1 - index / events);
	await ingestMessages(filled, events, (index) => index % conversations, at);
	return filled;
}
