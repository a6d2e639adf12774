import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/n8n/free-port';
import { NODE_RUNS_SOURCES } from '../../tools/sources';
import type { CommandLine } from '../support/command-line';
import { runNode } from '../support/command-line';
import { until } from '../support/until';

/** As n8n: it is ready at once, logs again whenever its log fails, and takes its time to stop. */
const SCRIPT = `
	require('node:http').createServer((_, answer) => answer.end()).listen(Number(process.argv[2]), '127.0.0.1');
	const log = () => process.stdout.write('It runs.\\n');
	process.on('uncaughtException', log);
	process.on('SIGINT', log);
	process.on('SIGTERM', log);
	setInterval(log, 10);`;

const script = join(tmpdir(), `n8n-process-${process.pid}.cjs`);
let starter: CommandLine;
let n8n: number;

beforeEach(async () => {
	writeFileSync(script, SCRIPT);
	const source = join(__dirname, 'support/n8n-in-a-process.ts');
	starter = runNode([...NODE_RUNS_SOURCES, source, script, String(await freePort())]);
	n8n = Number((await starter.says(/n8n is process (\d+)/))[1]);
});
afterEach(async () => {
	await starter.kill();
	if (runs(n8n)) process.kill(n8n, 'SIGKILL');
	rmSync(script);
});

function runs(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

describe('n8n ends with the process that started it', () => {
	it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('if that gets %s', async (signal) => {
		expect(runs(n8n)).toBe(true);
		starter.child.kill(signal);
		await starter.ended;
		await until(() => !runs(n8n));
	});
});
