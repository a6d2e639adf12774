import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../store';
import { startSubscriber } from '../../../receiver';

/** What an execution was begun with. */
export interface Handed {
	ids: string[];
	repeat: boolean;
}

/** A store that is gone for a moment is opened again. */
async function openWhenThere(url: string) {
	for (;;) {
		try {
			return await openStore(url);
		} catch {
			await wait(50);
		}
	}
}

/**
 * Reads the inbox of a store for the subscription `s`, and writes down what each execution begins with. One that has
 * an event of which the text begins with `poison` fails. Runs until it is killed.
 */
async function main([url, file]: string[]): Promise<void> {
	const store = await openWhenThere(url!);
	await startSubscriber({
		store,
		subscription: { id: 's', partitions: 8, from: 'where-it-stood' },
		...{ batchSize: 20, maxWaitMs: 20, concurrency: 8, leaseMs: 1_000, longestRunMs: 60_000 },
		log: () => {},
		async run({ events, repeat }) {
			const handed: Handed = { ids: events.map(({ event }) => event.id), repeat };
			appendFileSync(file!, `${JSON.stringify(handed)}\n`);
			await wait(20);
			const fails = handed.ids.some((id) => id.startsWith('message:poison'));
			return fails
				? { kind: 'failed', executionId: '1', error: 'Poisoned.', tries: 2, inHalves: true }
				: { kind: 'done' };
		},
	});
	process.stdout.write('Ready\n');
}

void main(process.argv.slice(2));
