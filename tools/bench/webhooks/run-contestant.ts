import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant, Running } from './contestant';
import { deliveryAt, eventIdOf } from './deliveries';
import type { Load, LoadResult } from './load';
import { processorTimeOf } from '../processor-time';
import { printed, spawnSource } from './source-process';

const SECRET = 'the-secret-of-the-bench';

/** A contestant under one load. */
export interface Row {
	contestant: string;
	/** Deliveries per second that were requested. */
	rate?: number;
	/** Deliveries per second that were answered with 200. */
	answered: number;
	p50: number;
	p99: number;
	refused: number;
	/** Events that were acknowledged but aren't saved. */
	lost?: number;
	/** Events that are saved more than once. */
	twice?: number;
	/** Events per second in executions that have ended, since the first delivery. */
	inExecutions?: number;
	/** The growth of the database. bytes per event */
	growth?: number;
	/** Processor time. ms per delivery */
	receiverTime?: number;
	databaseTime?: number;
}

/** The processor time so far. ms */
function usedBy({ processes }: Running) {
	const { receiver, database } = processes?.() ?? {};
	return {
		receiver: receiver === undefined ? undefined : processorTimeOf([receiver]),
		database: database && processorTimeOf(database),
	};
}

async function throwAt(load: Load): Promise<LoadResult> {
	const [text] = await printed(
		spawnSource('tools/bench/webhooks/load-process.ts', [JSON.stringify(load)]),
		/^\{.*\}$/s,
	);
	return JSON.parse(text) as LoadResult;
}

function acknowledged(count: number, unanswered: number[]): Set<string> {
	const without = new Set(unanswered);
	const places = Array.from({ length: count }, (_, place) => place).filter((place) => !without.has(place));
	return new Set(places.map((place) => eventIdOf(deliveryAt(place))));
}

/** What happened to the events of all runs so far. */
async function account(running: Running, expected: Set<string>) {
	if (!running.kept) return {};
	const kept = await running.kept();
	const known = new Set(kept);
	const lost = [...expected].filter((id) => !known.has(id)).length;
	return { lost, twice: kept.length - known.size, events: known.size };
}

/** Runs a contestant under each of its loads with one store. */
export async function runContestant({ name, loads, start }: Contestant): Promise<Row[]> {
	const folder = await mkdtemp(join(tmpdir(), 'business-messaging-bench-'));
	const running = await start(folder, SECRET);
	try {
		const rows: Row[] = [];
		const unanswered: number[] = [];
		let from = 0;
		let before = { events: 0, size: 0 };
		for (const load of loads) {
			const usedBefore = usedBy(running);
			const result = await throwAt({ ...load, url: running.url, secret: SECRET, from });
			const answeredAt = performance.now();
			const used = usedBy(running);
			await running.drained?.();
			const seconds = result.seconds + (performance.now() - answeredAt) / 1_000;
			unanswered.push(...result.unanswered);
			from += load.count;
			const { events = 0, ...fate } = await account(running, acknowledged(from, unanswered));
			const size = (await running.databaseSize?.()) ?? 0;
			rows.push({
				contestant: name,
				rate: load.rate,
				answered: (load.count - result.unanswered.length) / result.seconds,
				p50: result.p50,
				p99: result.p99,
				refused: result.refused,
				...(used.receiver !== undefined && {
					receiverTime: (used.receiver - usedBefore.receiver!) / load.count,
				}),
				...(used.database !== undefined && {
					databaseTime: (used.database - usedBefore.database!) / load.count,
				}),
				...(running.drained && { inExecutions: (load.count - result.unanswered.length) / seconds }),
				...fate,
				...(size > 0 && events > 0 && { growth: (size - before.size) / (events - before.events) }),
			});
			before = { events, size };
		}
		return rows;
	} finally {
		await running.stop();
		await rm(folder, { recursive: true, force: true });
	}
}
