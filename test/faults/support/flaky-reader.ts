import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startSubscriber } from '../../../receiver';
import { openWhenThere } from './open-when-there';

/** The events that an execution got. */
export interface Handed {
	ids: string[];
	repeat: boolean;
}

/**
 * Reads the inbox of a store for the subscription `s`, and logs the events of each execution. An execution fails if one
 * of its events starts with `poison`. Runs until it is killed.
 */
async function main([url, file]: string[]): Promise<void> {
	const store = await openWhenThere(url!);
	await startSubscriber({
		store,
		subscription: { id: 's', partitions: 8, from: 'where-it-stood' },
		batchSize: 20,
		maxWaitMs: 20,
		concurrency: 8,
		leaseMs: 1_000,
		longestRunMs: 60_000,
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
