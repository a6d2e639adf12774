import { appendFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresServer } from '../../support/postgres/start-postgres';
import { startPostgres } from '../../support/postgres/start-postgres';

/** A pair of Postgres servers behind one address, of which the second follows the first. */
export interface ReplicatedPostgres {
	/** Leads to the server that takes writes. */
	url: string;
	/** Kills that server, and lets the other one take over. Its follower is made anew. */
	failOver(): Promise<void>;
	close(): Promise<void>;
}

async function query(url: string, text: string): Promise<unknown[]> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<object>(text)).rows;
	} finally {
		await client.end();
	}
}

/** A commit is answered when the follower has it too, so that a failover loses nothing. */
async function followBy(leader: PostgresServer): Promise<PostgresServer> {
	const follower = await startPostgres({ following: leader });
	await query(leader.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
	await query(leader.url, 'SELECT pg_reload_conf()');
	for (;;) {
		const rows = await query(leader.url, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
		if (rows.length > 0) return follower;
		await wait(50);
	}
}

/** Passes connections on to a port that can change. */
async function startSwitch(portOf: () => number) {
	const open = new Set<Socket>();
	const server = createServer((from) => {
		const to = connect(portOf(), '127.0.0.1');
		for (const [one, other] of [
			[from, to],
			[to, from],
		] as const) {
			open.add(one);
			one.on('error', () => other.destroy());
			one.on('close', () => {
				open.delete(one);
				other.destroy();
			});
			one.pipe(other);
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as { port: number }).port,
		cut: () => open.forEach((one) => one.destroy()),
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
	let leader = await startPostgres();
	let follower = await followBy(leader);
	const door = await startSwitch(() => Number(new URL(leader.url).port));
	const url = new URL(leader.url);
	url.port = String(door.port);
	return {
		url: url.toString(),
		async failOver() {
			const gone = leader;
			await gone.kill();
			// A new leader that waits for a follower which doesn't exist yet would take no writes.
			appendFileSync(`${follower.data}/postgresql.auto.conf`, "synchronous_standby_names = ''\n");
			await query(follower.url, 'SELECT pg_reload_conf()');
			await query(follower.url, 'SELECT pg_promote()');
			leader = follower;
			door.cut();
			await gone.close();
			follower = await followBy(leader);
		},
		async close() {
			await door.close();
			door.cut();
			await follower.close();
			await leader.close();
		},
	};
}
