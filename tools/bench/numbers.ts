import { createEngine } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import { openStore } from '../../store';
import { medianOf } from './measure';
import type { NumberSeen, NumbersLoad } from './numbers/load';
import { customerOf } from './numbers/load';
import { pidsOf, processorTimeOf } from './processor-time';
import { printed, spawnSource, stopProcess } from './webhooks/source-process';
import { inPostgres } from './webhooks/stores';

/** One number at a rate that a single worker sends is what the others are compared with. */
const LOADS: readonly NumbersLoad[] = [
	{ numbers: 1, rate: 500 },
	{ numbers: 50, rate: 80 },
	{ numbers: 5, rate: 1_000 },
];
const WORKERS = 2;
/** How long each number sends, first to warm up, then to be measured. s */
const WARM_UP = 5;
const MEASURED = 20;

const HEAD = [
	'| numbers | rate of each | sent per second | share of each rate: least, median, most | most in any second | twice | processor ms per message, workers | Postgres | Postgres bytes per message |',
	'| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

const template = { name: 'hello', language: 'en_US' };

function* recipients(number: number, from: number, count: number) {
	for (let index = from; index < from + count; index += 1) yield { to: customerOf(number, index) };
}

/** Plans a campaign for each number. */
async function plan(
	url: string,
	baseUrl: string,
	{ numbers, rate }: NumbersLoad,
	name: string,
	seconds: number,
) {
	const store = await openStore(url);
	const gateway = createGatewayClient({ baseUrl, apiKey: 'key' });
	const { campaigns } = createSender({ engine: createEngine({ store }), gateway });
	// The customers of the warm-up aren't those of the measurement.
	const from = name === 'warm-up' ? 500_000 : 0;
	for (let number = 0; number < numbers; number += 1) {
		const channel = String(100_000 + number);
		await campaigns.plan(
			{ id: `${name} ${number}`, channel, template },
			recipients(number, from, rate * seconds),
		);
	}
	await store.close();
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Processor time, ms, and what Postgres keeps, bytes. */
interface Used {
	workers: number;
	postgres: number;
	kept: number;
}

function line({ numbers, rate }: NumbersLoad, seen: NumberSeen[], used: Used): string {
	const accepted = sum(seen.map((number) => number.accepted));
	const [first, last] = [
		Math.min(...seen.map((each) => each.first)),
		Math.max(...seen.map((each) => each.last)),
	];
	const shares = seen
		.map((each) => ((each.accepted - 1) / ((each.last - each.first) / 1_000) / rate) * 100)
		.sort((a, b) => a - b);
	const cells = [
		String(numbers),
		`${rate}/s`,
		(accepted / ((last - first) / 1_000)).toFixed(0),
		[shares[0]!, medianOf(shares), shares.at(-1)!].map((share) => `${share.toFixed(1)}%`).join(', '),
		String(Math.max(...seen.map(({ most }) => most))),
		String(accepted - sum(seen.map(({ reached }) => reached))),
		...[used.workers, used.postgres].map((time) => (time / accepted).toFixed(2)),
		(used.kept / accepted).toFixed(0),
	];
	return `| ${cells.join(' | ')} |`;
}

async function runOne(load: NumbersLoad): Promise<string> {
	const place = inPostgres();
	const gateway = spawnSource('tools/bench/numbers/gateway-process.ts', []);
	const [, baseUrl] = await printed(gateway, /Gateway (\S+)\n/);
	const spawned = Array.from({ length: WORKERS }, () =>
		spawnSource('tools/bench/numbers/worker-process.ts', [place.url, baseUrl!, String(load.rate)]),
	);
	try {
		await Promise.all(spawned.map((worker) => printed(worker, /Ready\n/)));
		const seenBy = async () => (await (await fetch(`${baseUrl}/seen`)).json()) as NumberSeen[];
		const { databaseSize } = place.keeping;
		const send = async (name: string, seconds: number) => {
			const sizeBefore = await databaseSize();
			await plan(place.url, baseUrl!, load, name, seconds);
			const done = spawned.map((worker) => printed(worker, /Done (\S+)\n/));
			for (const { stdin } of spawned) stdin!.write('go\n');
			const pids = pidsOf('postgres');
			const before = processorTimeOf(pids);
			const times = (await Promise.all(done)).map(([, time]) => Number(time));
			return {
				workers: sum(times),
				postgres: processorTimeOf(pids) - before,
				kept: (await databaseSize()) - sizeBefore,
			};
		};
		await send('warm-up', WARM_UP);
		await seenBy();
		const used = await send('measured', MEASURED);
		return line(load, await seenBy(), used);
	} finally {
		await Promise.all([...spawned, gateway].map(stopProcess));
		await place.remove();
	}
}

/**
 * Campaigns of many numbers at once, sent by two workers on one Postgres, beside those of a single number. The gateway
 * accepts everything and counts.
 *
 * @param args loads as `<numbers>x<rate>`, like `50x80`; by default all
 */
export async function benchNumbers(args: string[]): Promise<void> {
	const asked = args.map((arg) => arg.split('x').map(Number) as [number, number]);
	const loads = asked.length === 0 ? LOADS : asked.map(([numbers, rate]) => ({ numbers, rate }));
	process.stdout.write(`${HEAD.join('\n')}\n`);
	for (const load of loads) process.stdout.write(`${await runOne(load)}\n`);
}
