import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation';
import { createLog } from './log';
import { poll } from '../poll';

const END_WITH_PARENT = join(__dirname, 'end-with-parent.cjs');
const startTimeoutMs = 300_000;
const stopTimeoutMs = 40_000;

export interface N8nProcess {
	pid: number;
	logs(): string;
	/** Resolves with a sentence when the process has ended. */
	ended: Promise<string>;
	/** Sends SIGTERM, and SIGKILL if the process still runs after so long, 40 s by default. */
	stop(withinMs?: number): Promise<void>;
	/** Sends SIGKILL, so that n8n can't finish anything. */
	kill(): Promise<void>;
}

/** Another process already uses a port that n8n was given. */
export class PortTakenError extends Error {}

const runs = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

const isReady = async (url: string) => {
	const response = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
	return response?.status === 200 ? true : undefined;
};

/**
 * Runs `n8n <args>` and waits until it is ready to work. It ends with this process, however that ends.
 * @param url where it is going to listen, such as http://127.0.0.1:5678
 * @throws PortTakenError, or an error with the last log lines if it ends or isn't ready within 3 minutes
 */
export async function startProcess(
	{ node, command }: Installation,
	args: string[],
	{ url, env, log }: { url: string; env: NodeJS.ProcessEnv; log?: (line: string) => void },
): Promise<N8nProcess> {
	const child = spawn(node, ['--require', END_WITH_PARENT, command, ...args], {
		env,
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	const output = createLog(log);
	output.read(child.stdout!);
	output.read(child.stderr!);
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(`Can't start n8n: ${error.message}`));
		child.once('close', (code, signal) => resolve(`n8n ended with ${signal ?? `code ${code}`}`));
	});

	const end = async (signal: NodeJS.Signals) => {
		if (runs(child)) child.kill(signal);
		await ended;
	};
	const stop = async (withinMs = stopTimeoutMs) => {
		const stopped = end('SIGTERM');
		const late = sleep(withinMs, 'late', { ref: false });
		if ((await Promise.race([stopped, late])) === 'late') await end('SIGKILL');
	};

	const died = ended.then((sentence) => {
		const message = `${sentence} before it was ready:\n${output.tail()}`;
		throw /port \d+ is already in use/i.test(output.tail())
			? new PortTakenError(message)
			: new Error(message);
	});
	died.catch(() => {});
	const onTimeout = () => `n8n was not ready after ${startTimeoutMs / 1000} s:\n${output.tail()}`;
	try {
		await Promise.race([died, poll(() => isReady(url), { timeoutMs: startTimeoutMs, onTimeout })]);
	} catch (error) {
		await end('SIGKILL');
		throw error;
	}
	return { pid: child.pid ?? 0, logs: output.text, ended, stop, kill: () => end('SIGKILL') };
}
