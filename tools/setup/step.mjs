import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const heartbeatMs = 15_000;

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/** Says on stderr what happens; stdout belongs to the command that is run in the end. */
export const say = (line) => process.stderr.write(`${line}\n`);

/** Runs `work` under a line that names it, a line every 15 s while it lasts, and one with the time it took. */
export async function step(title, work) {
	const start = Date.now();
	say(`${title} …`);
	const heartbeat = setInterval(() => say(`  … ${seconds(start)}`), heartbeatMs);
	try {
		const result = await work();
		say(`  done in ${seconds(start)}`);
		return result;
	} finally {
		clearInterval(heartbeat);
	}
}

/**
 * Runs a tool without showing its output.
 * @throws when it fails: what it printed, then `advice`, a sentence on what to do
 */
export function quietly(command, args, { cwd, env, advice }) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
		const output = [];
		const keep = (chunk) => output.push(chunk);
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);

		let stoppedBy;
		const signalAll = (signal) => {
			try {
				process.kill(-child.pid, signal);
			} catch {
				child.kill(signal);
			}
		};
		const stop = (signal) => {
			stoppedBy = signal;
			signalAll(signal);
			// npm finishes what it downloads before it heeds a signal.
			setTimeout(() => signalAll('SIGKILL'), 2_000).unref();
		};
		const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
		for (const signal of signals) process.on(signal, stop);

		const fail = (message, exitCode = 1) => reject(Object.assign(new Error(message), { exitCode }));
		child.on('error', (error) => fail(`${command} could not be started (${error.message}). ${advice}`));
		child.on('close', (code) => {
			for (const signal of signals) process.off(signal, stop);
			if (stoppedBy) return fail(`Stopped by ${stoppedBy}.`, 128 + constants.signals[stoppedBy]);
			if (code === 0) return resolve();
			const text = Buffer.concat(output)
				.toString()
				.replace(/^npm (warn|notice).*\n/gim, '');
			fail(`${text.trimEnd()}\n\n"${[command, ...args].join(' ')}" failed. ${advice}`);
		});
	});
}
