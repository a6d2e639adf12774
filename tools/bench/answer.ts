import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnswerGateway } from './answer/gateway';
import { medianOf } from './measure';
import { settingsIn } from './settings';
import { startAnswerGateway } from './answer/gateway';
import { type AnswerN8n, startAnswerN8n } from './answer/start-n8n';
import type { AnswerRun } from './answer/run-way';
import { runWay } from './answer/run-way';
import { WAYS, type Way } from './answer/workflows';

const ROUNDS = 5;
const LOADS = [
	{ atATime: 1, messages: 20 },
	{ atATime: 4, messages: 50 },
	{ atATime: 16, messages: 80 },
];

const HEAD = [
	'| | at a time | per second | ratio | p50 ms | ratio | processor ms | ratio |',
	'| --- | --- | --- | --- | --- | --- | --- | --- |',
];

const medianRun = (runs: AnswerRun[]): AnswerRun => ({
	rate: medianOf(runs.map(({ rate }) => rate)),
	p50: medianOf(runs.map(({ p50 }) => p50)),
	processorTime: medianOf(runs.map(({ processorTime }) => processorTime)),
});

function print(load: (typeof LOADS)[number], runs: Map<Way, AnswerRun[]>): void {
	const results = new Map([...runs].map(([way, done]) => [way.name, medianRun(done)]));
	for (const { name, reference } of runs.keys()) {
		const { rate, p50, processorTime } = results.get(name)!;
		const beside = results.get(reference);
		const ratio = (one: number, other?: number) => (other === undefined ? '–' : (one / other).toFixed(2));
		const cells = [
			name,
			String(load.atATime),
			rate.toFixed(1),
			ratio(rate, beside?.rate),
			p50.toFixed(0),
			ratio(p50, beside?.p50),
			processorTime.toFixed(1),
			ratio(processorTime, beside?.processorTime),
		];
		process.stdout.write(`| ${cells.join(' | ')} |\n`);
	}
}

/** All ways in turns, with each load. The first round warms up. */
async function compare(
	{ ways, loads }: { ways: Way[]; loads: typeof LOADS },
	place: { n8n: AnswerN8n; gateway: AnswerGateway; secret: string },
): Promise<void> {
	process.stdout.write(`${HEAD.join('\n')}\n`);
	for (const load of loads) {
		const runs = new Map(ways.map((way) => [way, [] as AnswerRun[]]));
		for (let round = 0; round <= ROUNDS; round += 1) {
			for (const [way, done] of runs) {
				const run = await runWay(way, place, load);
				if (round > 0) done.push(run);
			}
		}
		print(load, runs);
	}
}

/**
 * A customer's message into n8n, and its answer out: our trigger and Send Auto beside n8n's own nodes, which check no
 * signature and keep no state. All workflows run in one n8n, in turns. Every customer writes for the first time.
 *
 * @param args parts of names of ways; numbers of messages at a time; `queue` for n8n in queue mode; settings of n8n as
 * NAME=value
 */
export async function benchAnswer(args: string[]): Promise<void> {
	const words = args.filter((arg) => !arg.includes('=') && arg !== 'queue');
	const counts = words.map(Number).filter((count) => count > 0);
	const names = words.filter((word) => Number.isNaN(Number(word)));
	const loads = LOADS.filter(({ atATime }) => counts.length === 0 || counts.includes(atATime));
	const ways = WAYS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
	const folder = await mkdtemp(join(tmpdir(), 'business-messaging-bench-'));
	const secret = randomBytes(16).toString('hex');
	const gateway = await startAnswerGateway();
	try {
		const options = { gateway: gateway.url, secret, folder, ways, env: settingsIn(args) };
		const n8n = await startAnswerN8n({ ...options, queue: args.includes('queue') });
		try {
			await compare({ ways, loads }, { n8n, gateway, secret });
		} finally {
			await n8n.stop();
		}
		process.stdout.write(`Answered twice: ${gateway.twice()}\n`);
	} finally {
		await gateway.close();
		await rm(folder, { recursive: true, force: true });
	}
}
