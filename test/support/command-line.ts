import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isBuilt } from '../../tools/setup/built.cjs';
import { ROOT } from '../../tools/sources';

export interface CommandLine {
	child: ChildProcess;
	/** The output so far. */
	printed: { stdout: string; stderr: string };
	/** Resolves with the match when stdout has it. @throws Error if the process ends before */
	says(pattern: RegExp): Promise<RegExpExecArray>;
	/** The same of stderr, which can arrive after the answer that it is about. */
	complains(pattern: RegExp): Promise<RegExpExecArray>;
	/** The exit code, or the signal that ended the process. */
	ended: Promise<number | NodeJS.Signals | null>;
	/** Kills the process if it still runs, and waits for its end. */
	kill(): Promise<void>;
}

interface CommandOptions {
	env?: NodeJS.ProcessEnv;
	/** The largest file that the process may write, in blocks of 1,024 bytes, to simulate a full disk. */
	largestFile?: number;
}

/** Where processes keep the code that they compiled, for the next ones: half of them only start and say something. */
const COMPILED = join(ROOT, 'node_modules/.cache/business-messaging/compiled');

/** Runs Node with these arguments, the first of which can be its own, in a process. */
export function runNode(
	args: readonly string[],
	{ env = {}, largestFile }: CommandOptions = {},
): CommandLine {
	const command = [process.execPath, ...args];
	const limit = largestFile === undefined ? '' : `ulimit -f ${largestFile}; `;
	const child = spawn('bash', ['-c', `${limit}exec "$@"`, 'bash', ...command], {
		env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const printed = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
	const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
		child.once('close', (code, signal) => resolve(code ?? signal));
	});
	const prints = (stream: keyof typeof printed, pattern: RegExp) =>
		new Promise<RegExpExecArray>((resolve, reject) => {
			const look = () => {
				const match = pattern.exec(printed[stream]);
				if (match) resolve(match);
			};
			look();
			child[stream].on('data', look);
			child.once('close', () =>
				reject(new Error(`The process ended. It printed: ${printed.stdout}${printed.stderr}`)),
			);
		});
	return {
		child,
		printed,
		says: (pattern) => prints('stdout', pattern),
		complains: (pattern) => prints('stderr', pattern),
		ended,
		async kill() {
			child.kill('SIGKILL');
			await ended;
		},
	};
}

let isChecked = false;

/** @throws Error if `dist/` isn't what the sources build to, once for each test file */
function requireBuild(): void {
	isChecked ||= isBuilt('code');
	if (!isChecked)
		throw new Error(
			'dist/ is older than the sources. Run: node tools/setup.mjs --build. npm test does so itself.',
		);
}

/** Runs `business-messaging` as it is built, in its own process. */
export function runCommandLine(args: string[], options?: CommandOptions): CommandLine {
	requireBuild();
	return runNode([join(ROOT, 'dist/cli/main.js'), ...args], options);
}
