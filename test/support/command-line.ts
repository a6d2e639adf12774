import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface CommandLine {
	child: ChildProcess;
	/** All that was printed so far. */
	printed: { stdout: string; stderr: string };
	/** Resolves with the match once stdout has it. @throws Error when the process ends before */
	says(pattern: RegExp): Promise<RegExpExecArray>;
	/** The exit code, or the signal that ended it. */
	ended: Promise<number | NodeJS.Signals | null>;
}

interface CommandOptions {
	env?: NodeJS.ProcessEnv;
	/** The largest file that it may write, in blocks of 1,024 bytes: what a full disk is like. */
	largestFile?: number;
}

/** A script of ours in a process of its own, from its sources. */
export function runScript(
	script: string,
	args: string[],
	{ env = {}, largestFile }: CommandOptions = {},
): CommandLine {
	const hooks = ['--require', join(__dirname, '../../tools/load-sql.cjs'), '--import', 'tsx'];
	const command = [process.execPath, ...hooks, script, ...args];
	const limit = largestFile === undefined ? '' : `ulimit -f ${largestFile}; `;
	const child = spawn('bash', ['-c', `${limit}exec "$@"`, 'bash', ...command], {
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const printed = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
	const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
		child.once('close', (code, signal) => resolve(code ?? signal));
	});
	return {
		child,
		printed,
		says: (pattern) =>
			new Promise((resolve, reject) => {
				const look = () => {
					const match = pattern.exec(printed.stdout);
					if (match) resolve(match);
				};
				look();
				child.stdout.on('data', look);
				child.once('close', () => reject(new Error(`It ended with: ${printed.stdout}${printed.stderr}`)));
			}),
		ended,
	};
}

/** `business-messaging` in a process of its own, from its sources. */
export const runCommandLine = (args: string[], options?: CommandOptions): CommandLine =>
	runScript(join(__dirname, '../../cli/main.ts'), args, options);
