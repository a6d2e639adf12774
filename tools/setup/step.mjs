import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const heartbeatMs = 15_000;

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/** Prints a line to stderr. stdout belongs to the command that runs afterwards. */
export const say = (line) => process.stderr.write(`${line}\n`);

/** Prints a title, runs `work`, prints the elapsed time every 15 s, and in the end the time that it took. */
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
 * @throws if it fails; the message has the tool's output and `advice`, a sentence that says what to do
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
			// npm finishes its downloads before it reacts to a signal.
			setTimeout(() => signalAll('SIGKILL'), 2_000).unref();
		};
		const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
		for (const signal of signals) process.on(signal, stop);

		const fail = (message, exitCode = 1) => reject(Object.assign(new Error(message), { exitCode }));
		child.on('error', (error) => fail(`Can't start ${command} (${error.message}). ${advice}`));
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
