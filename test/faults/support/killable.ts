import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A process that can be killed and started again. */
export interface Killable {
	name: string;
	start(): Promise<void>;
	kill(): Promise<void>;
}

const HOOKS = ['--require', join(__dirname, '../../../tools/load-sql.cjs'), '--import', 'tsx'];

/** A process of ours from its sources; it is there once it prints `Ready`. */
export function processOf(
	name: string,
	script: string,
	args: string[],
	env: NodeJS.ProcessEnv = {},
): Killable {
	let child: ChildProcess | undefined;
	return {
		name,
		start() {
			const started = spawn(process.execPath, [...HOOKS, script, ...args], {
				env: { ...process.env, ...env },
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			child = started;
			let printed = '';
			started.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
			return new Promise((resolve, reject) => {
				started.stdout.on('data', (chunk: Buffer) => {
					if (chunk.toString().includes('Ready')) resolve();
				});
				started.once('exit', () => reject(new Error(`${name} ended before it was ready: ${printed}`)));
			});
		},
		async kill() {
			const killed = child;
			if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
			const ended = new Promise((resolve) => killed.once('exit', resolve));
			killed.kill('SIGKILL');
			await ended;
		},
	};
}
