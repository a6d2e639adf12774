import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources';
import { medianOf } from './measure';

const ROUNDS = 15;

/** Loads n8n-workflow, then all that n8n loads of the package, and prints how long the latter took. */
const LOAD = `
	require('n8n-workflow');
	const { nodes, credentials } = JSON.parse(process.argv[1]);
	const [begun, before] = [performance.now(), process.cpuUsage()];
	const bytes = [...nodes, ...credentials].map((file) => {
		const [Class] = Object.values(require(file));
		const made = new Class();
		return JSON.stringify(made.description ?? made.properties).length;
	});
	const { user, system } = process.cpuUsage(before);
	console.log(JSON.stringify({ wall: performance.now() - begun, processor: (user + system) / 1_000, bytes }));`;

interface Load {
	/** ms */
	wall: number;
	/** ms */
	processor: number;
	/** Of the description of each node and credential, as JSON. */
	bytes: number[];
}

/** How long n8n takes to load the built package, and how much of it it sends to the editor. */
export async function benchStartUp(): Promise<void> {
	const { n8n } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const inRoot = (files: string[]) => files.map((file) => join(ROOT, file));
	const files = { nodes: inRoot(n8n.nodes), credentials: inRoot(n8n.credentials) };
	const loads = Array.from({ length: ROUNDS }, () => {
		const printed = execFileSync(process.execPath, ['-e', LOAD, JSON.stringify(files)], { cwd: ROOT });
		return JSON.parse(printed.toString()) as Load;
	});
	const { bytes } = loads[0]!;
	const kilobytes = (count: number) => `${(count / 1_000).toFixed(0)} kB`;
	const names = [...n8n.nodes, ...n8n.credentials].map((file) => file.split('/').at(-1)!.split('.')[0]!);
	const lines = [
		`Loading all nodes and the credential: ${medianOf(loads.map(({ wall }) => wall)).toFixed(0)} ms, ${medianOf(loads.map(({ processor }) => processor)).toFixed(0)} ms of processor time (medians of ${ROUNDS} processes)`,
		...names.map((name, index) => `${kilobytes(bytes[index]!).padStart(8)}  ${name}`),
		`${kilobytes(bytes.reduce((sum, each) => sum + each, 0)).padStart(8)}  in all`,
	];
	process.stdout.write(`${lines.join('\n')}\n`);
}
