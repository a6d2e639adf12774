import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../../tools/n8n/free-port';
import { postgresBinaries } from './binaries';

export interface PostgresServer {
	url: string;
	/** The folder with its data. */
	data: string;
	/** Kills all its processes, so that it can't clean up. */
	kill(): Promise<void>;
	start(): Promise<void>;
	close(): Promise<void>;
}

/** Postgres refuses to run as root, so root runs it as another user. */
function userToRunAs(): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	for (const name of ['postgres', 'nobody']) {
		try {
			const [uid, gid] = ['-u', '-g'].map((flag) =>
				Number(execFileSync('id', [flag, name], { stdio: 'pipe' })),
			);
			return { uid, gid };
		} catch {
			// This user doesn't exist.
		}
	}
	throw new Error(
		'Postgres refuses to run as root, and neither of the users "postgres" and "nobody" exists.',
	);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Whether a server answers at this URL. */
export async function postgresAnswers(url: string): Promise<boolean> {
	const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
	try {
		await client.connect();
		return true;
	} catch {
		return false;
	} finally {
		await client.end().catch(() => {});
	}
}

/** The processes that serve connections and write to the disk. */
async function processesOf(url: string): Promise<number[]> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
		return rows.map(({ pid }) => pid);
	} finally {
		await client.end();
	}
}

/** Sends a signal, and returns whether the process was there to get it. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
	try {
		return process.kill(pid, name);
	} catch {
		return false;
	}
}

export interface PostgresOptions {
	/** Settings, such as `max_connections`. */
	settings?: Readonly<Record<string, string | number>>;
	/** The server that this one is a copy of, and follows from then on. */
	following?: PostgresServer;
}

/** Starts a Postgres in a temporary folder on a free port. */
export async function startPostgres({
	settings = {},
	following,
}: PostgresOptions = {}): Promise<PostgresServer> {
	const binaries = postgresBinaries();
	const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
	const user = userToRunAs();
	chmodSync(folder, 0o700);
	if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
	const data = join(folder, 'data');
	const as = { ...user, cwd: folder, stdio: 'ignore' } as const;
	if (following) {
		const from = ['-d', following.url, '-D', data, '--write-recovery-conf', '--checkpoint=fast'];
		execFileSync(join(binaries, 'pg_basebackup'), from, as);
	} else {
		execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], as);
	}

	const port = await freePort();
	const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
	let server: ChildProcess | undefined;

	function spawnServer(): ChildProcess {
		const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
		for (const [name, value] of Object.entries(settings)) options.push('-c', `${name}=${value}`);
		return spawn(join(binaries, 'postgres'), options, as);
	}

	/** A server that starts before the last one's processes have ended gives up. */
	async function start(): Promise<void> {
		server = spawnServer();
		const deadline = Date.now() + 60_000;
		while (!(await postgresAnswers(url))) {
			if (Date.now() > deadline) throw new Error('Postgres did not answer within a minute.');
			if (hasEnded(server)) server = spawnServer();
			await wait(100);
		}
	}

	async function end(name: 'SIGKILL' | 'SIGINT'): Promise<void> {
		if (!server || hasEnded(server)) return;
		const ended = once(server, 'exit');
		server.kill(name);
		await ended;
	}

	/** Without the server, its processes would still commit until they notice. */
	async function kill(): Promise<void> {
		// A server without a free connection isn't asked.
		const pids = await processesOf(url).catch(() => []);
		await end('SIGKILL');
		pids.forEach((pid) => signal(pid, 'SIGKILL'));
		while (pids.some((pid) => signal(pid, 0))) await wait(10);
	}

	await start();
	return {
		url,
		data,
		kill,
		start,
		async close() {
			await end('SIGINT');
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
