import { openStore } from '../../../store';
import { startSubscriber } from '../../../receiver';

/** Reads the inbox of a store for the subscription `s`, and prints what it is handed, until its input ends. */
async function main([url]: string[]): Promise<void> {
	const store = await openStore(url!);
	const subscriber = await startSubscriber({
		store,
		subscription: { id: 's', partitions: 16, from: 'where-it-stood' },
		batchSize: 5,
		maxWaitMs: 0,
		concurrency: 4,
		leaseMs: 60_000,
		longestRunMs: 60_000,
		async run({ events, repeat }) {
			await store.runtime.turn();
			process.stdout.write(`${JSON.stringify({ ids: events.map(({ event }) => event.id), repeat })}\n`);
			return { kind: 'done' };
		},
	});
	process.stdout.write('ready\n');
	process.stdin.resume().once('end', () => {
		void subscriber.close(60_000).then(() => store.close());
	});
}

void main(process.argv.slice(2));
