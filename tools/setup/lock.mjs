import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cache } from './paths.mjs';
import { say } from './step.mjs';

const renewEveryMs = 10_000;
const abandonedAfterMs = 60_000;
const sayEveryMs = 15_000;

function runs(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** The process that holds the lock, if it still does. */
function holder(file) {
	try {
		const [pid, machine] = readFileSync(file, 'utf8').split(' ');
		const renewed = Date.now() - statSync(file).mtimeMs < abandonedAfterMs;
		return renewed && (machine !== hostname() || runs(Number(pid))) ? pid : undefined;
	} catch {
		return undefined;
	}
}

function take(file) {
	try {
		writeFileSync(file, `${process.pid} ${hostname()}`, { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
		return false;
	}
}

/**
 * Runs `work` when no other process runs it under the same `name`, and says what it is waiting for. It ignores a holder
 * that has died or hasn't renewed its lock for a minute.
 */
export async function withLock(name, what, work) {
	mkdirSync(cache, { recursive: true });
	const file = join(cache, `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.lock`);
	const start = Date.now();
	let said = 0;
	while (!take(file)) {
		const pid = holder(file);
		if (pid === undefined) rmSync(file, { force: true });
		else {
			if (Date.now() - said >= sayEveryMs) {
				said = Date.now();
				say(`Waiting for process ${pid} to finish ${what} (${Math.round((said - start) / 1000)} s)`);
			}
			await sleep(500);
		}
	}
	const renew = setInterval(() => utimesSync(file, new Date(), new Date()), renewEveryMs);
	try {
		return await work();
	} finally {
		clearInterval(renew);
		rmSync(file, { force: true });
	}
}
