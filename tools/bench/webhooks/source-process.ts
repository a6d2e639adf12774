import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** Runs a file of the sources in a process of its own. What it prints on stderr is shown. */
export function spawnSource(file: string, args: string[]): ChildProcess {
	const loaders = ['--require', join(root, 'tools/load-sql.cjs'), '--import', 'tsx'];
	return spawn(process.execPath, [...loaders, join(root, file), ...args], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}

/** What a process has printed once it matches, with the match. @throws Error when it ends before */
export function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
	return new Promise((resolve, reject) => {
		let text = '';
		child.stdout!.on('data', (chunk: Buffer) => {
			text += chunk.toString();
			const match = pattern.exec(text);
			if (match) resolve(match);
		});
		child.once('close', () => reject(new Error(`The process ended after it printed: ${text}`)));
	});
}

/** Asks a process to end, and waits until it has. */
export async function stopProcess(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const ended = new Promise((resolve) => child.once('close', resolve));
	child.kill('SIGTERM');
	await ended;
}
