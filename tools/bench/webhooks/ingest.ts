import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import { openStore } from '../../../store';
import type { Contender } from '../measure';
import { rateTable, ratesOf } from '../measure';
import { ACCOUNT, CHANNEL } from './deliveries';

const DAY = 86_400_000;
const MARKS_OF_DAYS = 7;
const BATCH = 500;
const COUNT = 20_000;
const ROUNDS = 5;

interface Filled {
	engine: Engine;
	conversations: number;
	/** The number of events so far. Each has a different id. */
	events: number;
}

/** A message in one of the conversations. */
function messageOf(conversation: number, id: number, at: number) {
	return {
		from: String(4_915_000_000_000 + conversation),
		id: `wamid.${id}`,
		timestamp: String(Math.floor(at / 1_000)),
		type: 'text',
		text: { body: 'When will my order arrive?' },
	};
}

async function ingest({ engine }: Filled, messages: object[]): Promise<void> {
	const value = { metadata: { phone_number_id: CHANNEL }, messages };
	await engine.ingest(parseWebhook({ entry: [{ id: ACCOUNT, changes: [{ field: 'messages', value }] }] }));
}

/** A store with a number of conversations, whose messages arrived over seven days. */
async function fill(file: string, conversations: number): Promise<Filled> {
	const filled: Filled = {
		engine: createEngine({ store: await openStore(`sqlite:${file}`) }),
		conversations,
		events: 0,
	};
	const now = Date.now();
	while (filled.events < conversations) {
		const messages = Array.from({ length: BATCH }, (_, each) => {
			const index = filled.events + each;
			return messageOf(index, index, now - MARKS_OF_DAYS * DAY * (1 - index / conversations));
		});
		await ingest(filled, messages);
		filled.events += BATCH;
	}
	return filled;
}

/** Conversations in a scattered order that is the same in every run. */
const anyOf = (conversations: number, index: number) => Math.imul(index + 1, 2_654_435_761) % conversations;

/** Ingests new messages of scattered conversations. */
const contender = (filled: Filled): Contender => ({
	name: nameOf(filled.conversations),
	async run(count) {
		for (let done = 0; done < count; done += BATCH) {
			const messages = Array.from({ length: BATCH }, (_, each) => {
				const index = filled.events + each;
				return messageOf(Math.abs(anyOf(filled.conversations, index)), index, Date.now());
			});
			await ingest(filled, messages);
			filled.events += BATCH;
		}
	},
});

const nameOf = (conversations: number) =>
	`engine.ingest at ${conversations.toLocaleString('en-US')} conversations`;

/** Measures events per second into SQLite files with few and with many conversations, 500 per delivery. */
export async function benchIngest(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'business-messaging-bench-'));
	const stores: Filled[] = [];
	try {
		for (const conversations of [10_000, 1_000_000]) {
			stores.push(await fill(join(folder, `${conversations}.db`), conversations));
		}
		const rates = await ratesOf(stores.map(contender), COUNT, ROUNDS);
		process.stdout.write(`\n${rateTable(rates, nameOf(10_000))}\n`);
	} finally {
		for (const { engine } of stores) await engine.store.close();
		await rm(folder, { recursive: true, force: true });
	}
}
