import { checkModel } from './scaling/check';
import { costs } from './scaling/costs';
import { randomFrom } from './scaling/random';
import type { Setup } from './scaling/simulate';
import { simulate } from './scaling/simulate';
import { size } from './scaling/size';
import { checkTable, costTable, resultTable, setupTable } from './scaling/tables';

const LOAD = { numbers: 1_000, rate: 80, replies: 0.05, cores: 16 };

/** What each step has. The rest is what suffices. */
const STEPS: ReadonlyArray<Partial<Setup>> = [
	{ numbers: 1, cores: 2 },
	{ numbers: 1, rate: 1_000, cores: 2 },
	{ numbers: 50, cores: 8, databases: 1, workers: 1, receivers: 1, executors: 0, atATime: 4 },
	{ numbers: 50, cores: 8, databases: 1 },
	{ numbers: 50, cores: 8 },
	{ servers: 1 },
	{},
];

/** How much is sent, so that few messages are watched for longer; s at least and at most */
const SENT = 240_000;
const SECONDS = { least: 3, most: 60 };
const SEED = 1;

/** The arguments: `name=number` each. @throws Error that names what isn't known */
function read(args: string[]): Partial<Setup> & { seconds?: number; seed?: number } {
	const known = [...Object.keys(size(LOAD, costs)), 'seconds', 'seed'];
	const entries = args.map((arg) => arg.split('='));
	const wrong = entries.filter(([name, value]) => !known.includes(name!) || !(Number(value) >= 0));
	if (wrong.length === 0) return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]));
	const names = wrong.map((entry) => entry.join('=')).join(', ');
	throw new Error(`Can't read ${names}. Give numbers: ${known.map((name) => `${name}=1`).join(' ')}.`);
}

/**
 * Simulates on virtual time how many numbers send at their rate, and how what comes back is received and answered, with
 * what each part costs by measurement. Prints the costs, how well the model agrees with what was measured, and for each
 * step what it has, how busy that is, and which part is the limit.
 *
 * @param args what to simulate instead of the steps, such as `numbers=1000 rate=80 databases=10 workers=40`; what isn't
 * given is calculated so that it suffices. `replies` is a share, `cores` those of each server
 */
export async function benchScaling(args: string[]): Promise<void> {
	const { seconds: given, seed = SEED, ...asked } = read(args);
	const setups = (args.length > 0 ? [asked] : STEPS).map((step) => {
		const setup = { ...size({ ...LOAD, ...step }, costs), ...step };
		return { ...setup, servers: Math.min(setup.servers, setup.databases) };
	});
	const steps = setups.map((setup) => {
		const enough = SENT / (setup.numbers * setup.rate);
		const seconds = given ?? Math.min(SECONDS.most, Math.max(SECONDS.least, enough));
		return { setup, result: simulate(setup, costs, seconds, randomFrom(seed)) };
	});
	const tables = [costTable(), checkTable(checkModel(costs)), setupTable(steps), resultTable(steps, costs)];
	process.stdout.write(tables.join('\n'));
}
