import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contender } from '../measure';
import { rateTable, ratesOf } from '../measure';
import type { Filled } from './fill-store';
import { fillStore, ingestMessages } from './fill-store';

const COUNT = 20_000;
const ROUNDS = 5;

/** Conversations in a scattered order that is the same in every run. */
const anyOf = (conversations: number, index: number) => Math.imul(index + 1, 2_654_435_761) % conversations;

/** Ingests new messages of scattered conversations. */
const contender = (filled: Filled): Contender => ({
	name: nameOf(filled.conversations),
	run: (count) =>
		ingestMessages(
			filled,
			count,
			(index) => Math.abs(anyOf(filled.conversations, index)),
			() => Date.now(),
		),
});

const nameOf = (conversations: number) =>
	`engine.ingest at ${conversations.toLocaleString('en-US')} conversations`;

/** Measures events per second into SQLite files with few and with many conversations, 500 per delivery. */
export async function benchIngest(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'business-messaging-bench-'));
	const stores: Filled[] = [];
	try {
		for (const conversations of [10_000, 1_000_000]) {
			stores.push(await fillStore(`sqlite:${join(folder, `${conversations}.db`)}`, conversations));
		}
		const rates = await ratesOf(stores.map(contender), COUNT, ROUNDS);
		process.stdout.write(`\n${rateTable(rates, nameOf(10_000))}\n`);
	} finally {
		for (const { engine } of stores) await engine.store.close();
		await rm(folder, { recursive: true, force: true });
	}
}
