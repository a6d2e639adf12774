import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { NODE_RUNS_SOURCES, ROOT } from '../../sources';

/** Runs a source file in its own process, which can be written to, and shows what it prints to stderr. */
export function spawnSource(file: string, args: string[]): ChildProcess {
	return spawn(process.execPath, [...NODE_RUNS_SOURCES, join(ROOT, file), ...args], {
		cwd: ROOT,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
}

/** Waits until what a process prints matches, and returns the match. @throws Error if it ends before */
export function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
	return new Promise((resolve, reject) => {
		let text = '';
		child.stdout!.on('data', (chunk: Buffer) => {
			text += chunk.toString();
			const match = pattern.exec(text);
			if (match) resolve(match);
		});
		child.once('close', () => reject(new Error(`The process ended. It printed: ${text}`)));
	});
}

/** Asks a process to end, and waits until it does. */
export async function stopProcess(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const ended = new Promise((resolve) => child.once('close', resolve));
	child.kill('SIGTERM');
	await ended;
}
