import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../../../tools/sources';
import { freePort } from '../../../tools/n8n/free-port';
import type { Random } from '../../support/seeded-random';
import type { Handed } from './flaky-reader';
import type { Killable } from './killable';
import { processOf } from './killable';
import { openWhenThere } from './open-when-there';
import { receiverOn, webhookOn } from './receiver-process';
import { startTraffic } from './traffic';

const SECRET = 'secret';

/** What became of the events that were answered with 200. */
interface InboxResult {
	acknowledged: number;
	dead: number;
	/** In no batch. */
	lost: string[];
	/** In several batches without being marked as a repeat. */
	twice: string[];
	/** Poisoned events that aren't in the dead letters, others that are, and events that nobody sent. */
	wrong: string[];
}

export interface InboxLoad {
	/** The receivers, then the readers. */
	processes: Killable[];
	/** The URLs of the receivers' webhooks. */
	webhooks: string[];
	/** Starts the processes, and customers who write until `end`. */
	start(): Promise<void>;
	/** Starts only the customers. */
	startTraffic(): void;
	/** How many events were answered with 200 so far. */
	acknowledged(): number;
	/** Waits until more events were answered with 200: the processes have found the store again. */
	untilMore(): Promise<void>;
	/** Ends the traffic, waits until everything is settled, and says what became of it. */
	end(): Promise<InboxResult>;
	/** How many events a reader got. */
	handedOutBy(reader: number): number;
}

export interface InboxLoadOptions {
	/** The store that is examined at the end. */
	url: string;
	/** The store as the processes reach it, if that's another address. */
	through?: string;
	/** For the logs of the readers. */
	folder: string;
	random: Random;
	receivers?: number;
	readers?: number;
	/** Between two messages of a customer. ms */
	pause?: number;
	/** The checkouts that the receivers run from, one each, and the readers: this one by default. */
	roots?: ReadonlyArray<string | undefined>;
}

const readerInto = (file: string, store: string, root = ROOT) =>
	processOf(
		`reader into ${file}`,
		join(root, 'test/faults/support/flaky-reader.ts'),
		[store, file],
		{},
		root,
	);

const handedOut = (file: string) =>
	(existsSync(file) ? readFileSync(file, 'utf8') : '')
		.split('\n')
		.filter((line) => line.endsWith('}'))
		.map((line) => JSON.parse(line) as Handed);

/** Waits until the subscription has settled everything, and returns the dead letters. */
async function settled(url: string): Promise<Set<string>> {
	const store = await openWhenThere(url);
	try {
		for (;;) {
			const { subscriptions } = await store.inbox.stats();
			if (subscriptions.every(({ lag }) => lag === 0)) break;
			await wait(100);
		}
		const letters = await store.inbox.deadLetters.list({ subscription: 's', limit: 100_000 });
		return new Set(letters.map(({ event }) => event.id));
	} finally {
		await store.close();
	}
}

const isPoisoned = (id: string) => id.startsWith('message:poison');

/** Receivers and readers of one store under load, for something to go wrong in between. */
export async function inboxLoad({
	url,
	through = url,
	folder,
	random,
	receivers = 2,
	readers = 2,
	pause,
	roots = [],
}: InboxLoadOptions): Promise<InboxLoad> {
	const files = Array.from({ length: readers }, (_, index) => join(folder, `reader-${index}.log`));
	const ports: number[] = [];
	while (ports.length < receivers) ports.push(await freePort());
	const processes = [
		...ports.map((port, index) => receiverOn(port, through, SECRET, roots[index])),
		...files.map((file, index) => readerInto(file, through, roots[index])),
	];
	let traffic: ReturnType<typeof startTraffic> | undefined;

	function resultOf({ acknowledged, sent }: ReturnType<typeof startTraffic>, dead: Set<string>): InboxResult {
		const times = new Map<string, number>();
		const batches = files.flatMap(handedOut);
		for (const { ids, repeat } of batches) {
			if (!repeat) for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
		}
		const seen = new Set(batches.flatMap(({ ids }) => ids));
		return {
			acknowledged: acknowledged.size,
			dead: dead.size,
			lost: [...acknowledged].filter((id) => !seen.has(id)),
			twice: [...times].filter(([, count]) => count > 1).map(([id]) => id),
			wrong: [
				...[...acknowledged].filter((id) => isPoisoned(id) && !dead.has(id)),
				...[...dead].filter((id) => !isPoisoned(id)),
				...[...seen].filter((id) => !sent.has(id)),
			],
		};
	}

	function writeFromNowOn(): void {
		traffic = startTraffic(webhooks, SECRET, random, { pause });
	}
	const acknowledged = () => traffic!.acknowledged.size;
	const webhooks = ports.map(webhookOn);
	return {
		processes,
		webhooks,
		async start() {
			for (const one of processes) await one.start();
			writeFromNowOn();
		},
		startTraffic: writeFromNowOn,
		handedOutBy: (reader) => handedOut(files[reader]!).flatMap(({ ids }) => ids).length,
		acknowledged,
		async untilMore() {
			const before = acknowledged();
			while (acknowledged() < before + 20) await wait(50);
		},
		async end() {
			await traffic!.stop();
			const dead = await settled(url);
			for (const one of processes) await one.kill();
			return resultOf(traffic!, dead);
		},
	};
}
