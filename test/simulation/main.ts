import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recordReliability } from '../../tools/docs/record-reliability';
import { inPostgres } from '../support/stores';
import { mainBill } from './bill/main-bill';
import { reportOn } from './report';
import type { SimulationOptions, SimulationResult } from './run-simulation';
import { onPostgres, runSimulation } from './run-simulation';

const { values } = parseArgs({
	options: {
		/** How many seeds to run. */
		seeds: { type: 'string', default: '200' },
		/** The first of them. */
		from: { type: 'string', default: '1' },
		/** One seed only, with its whole trace in a file. */
		seed: { type: 'string' },
		/** Instead of seeds, compares the bill of so many messages with what is counted. */
		messages: { type: 'string' },
		/** On this Postgres server instead of SQLite in memory. */
		postgres: { type: 'string' },
	},
});

async function run(seed: number, options: SimulationOptions = {}): Promise<SimulationResult> {
	if (values.postgres === undefined) return runSimulation(seed, options);
	const place = inPostgres(values.postgres);
	try {
		return await runSimulation(seed, { ...options, open: onPostgres(place.url) });
	} finally {
		await place.remove();
	}
}

const print = (text: string) => void process.stdout.write(`${text}\n`);

function record(seeds: number, steps: number, failed: number): void {
	const isPostgres = values.postgres !== undefined;
	recordReliability({
		id: `simulation-${isPostgres ? 'postgres' : 'sqlite'}`,
		group: 'simulation',
		promise: `No customer gets a message twice, no event is lost or handed out twice without its mark, conversations keep their order, messages that wait for silence wait no longer than they may, numbers keep their rate, nothing is leased for ever, and the state is the fold of the events, on ${isPostgres ? 'Postgres' : 'SQLite'}.`,
		suite: 'test/simulation/',
		command: `npm run test:simulation -- --seeds ${seeds}${isPostgres ? ' --postgres <url>' : ''}`,
		rounds: seeds,
		of: 'seeds',
		tried: `${steps} steps`,
		lost: failed,
		twice: failed,
		figures: { 'failed seeds': failed },
	});
}

async function main(): Promise<void> {
	if (values.messages !== undefined) {
		return mainBill(Number(values.messages), Number(values.seed ?? values.from), values.postgres);
	}
	const first = Number(values.seed ?? values.from);
	const count = values.seed === undefined ? Number(values.seeds) : 1;
	const failed: number[] = [];
	let steps = 0;
	for (let seed = first; seed < first + count; seed += 1) {
		const result = await run(seed, { wholeTrace: values.seed !== undefined });
		steps += result.trace.steps();
		if (values.seed !== undefined) {
			const file = `artifacts/simulation-${seed}.txt`;
			mkdirSync('artifacts', { recursive: true });
			writeFileSync(file, result.trace.about('').join('\n'));
			print(`All ${result.trace.steps()} steps are in ${file} (${result.trace.hash()}).`);
		}
		if (result.problems.length > 0) {
			failed.push(seed);
			print(reportOn(result, values.postgres === undefined ? '' : ` --postgres ${values.postgres}`));
		}
		if (seed % 100 === 0) print(`${seed - first + 1} of ${count} seeds, ${steps} steps`);
	}
	print(
		`${count} seeds, ${steps} steps, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
	);
	if (values.seed === undefined) record(count, steps, failed.length);
	if (failed.length > 0) process.exitCode = 1;
}

void main();
