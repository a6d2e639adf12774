import { once } from 'node:events';
import { Client, Pool } from 'pg';

const server = process.env.TEST_POSTGRES_URL!;

async function connected(options?: string): Promise<Client> {
	const client = new Client({ connectionString: server, options });
	await client.connect();
	return client;
}

const first = async (client: Client, text: string) =>
	Object.values((await client.query<Record<string, unknown>>(text)).rows[0]!)[0];

const sessionOf = (client: Client) => first(client, 'SELECT pg_backend_pid()');

/** Uses a session, and leaves it. Which one it was */
async function leave(act: (client: Client) => Promise<unknown> = async () => {}): Promise<unknown> {
	const client = await connected();
	const session = await sessionOf(client);
	await act(client);
	await client.end();
	return session;
}

/** Does something with the session, which an earlier client had. */
async function again<Result>(session: unknown, act: (client: Client) => Promise<Result>): Promise<Result> {
	const client = await connected();
	expect(await sessionOf(client)).toBe(session);
	const result = await act(client);
	await client.end();
	return result;
}

describe('a session of the tests’ Postgres', () => {
	it('goes to the next client', async () => {
		const session = await leave();
		await again(session, async () => {});
	});

	it('has one client at a time', async () => {
		const both = [await connected(), await connected()];
		const [one, other] = await Promise.all(both.map(sessionOf));
		await Promise.all(both.map((client) => client.end()));
		expect(one).not.toBe(other);
	});

	it.each([
		['a setting', "SET work_mem = '1MB'", 'SHOW work_mem', '4MB'],
		['a setting of the client’s own', 'SET search_path = elsewhere', 'SHOW search_path', '"$user", public'],
		['a temporary table', 'CREATE TEMP TABLE left_behind (a INT)', "SELECT to_regclass('left_behind')", null],
		['a lock', 'SELECT pg_advisory_lock(42)', 'SELECT count(*)::int FROM pg_locks WHERE objid = 42', 0],
		[
			'a prepared statement',
			'PREPARE one AS SELECT 1',
			'SELECT count(*)::int FROM pg_prepared_statements',
			0,
		],
		['a subscription', 'LISTEN there', 'SELECT count(*)::int FROM pg_listening_channels()', 0],
	])('keeps nothing of a client: %s', async (_what, statement, question, answer) => {
		const session = await leave((client) => client.query(statement));
		expect(await again(session, (client) => first(client, question))).toBe(answer);
	});

	it.each([
		['a new one', async () => undefined],
		['one that another client had', leave],
	])('has the options of its client: %s', async (_which, before) => {
		const earlier = await connected();
		await before();
		const client = await connected('-c search_path=mine -c default_transaction_read_only=on');
		expect(await first(client, 'SHOW search_path')).toBe('mine');
		expect(await first(client, 'SHOW default_transaction_read_only')).toBe('on');
		const session = await sessionOf(client);
		await client.end();
		await again(session, async (next) => {
			expect(await first(next, 'SHOW search_path')).toBe('"$user", public');
			expect(await first(next, 'SHOW default_transaction_read_only')).toBe('off');
		});
		await earlier.end();
	});

	it.each([
		[10, 10],
		[11, 10],
	])('of %i clients at a time, the next ones get %i', async (count, kept) => {
		const many = async () => Promise.all(Array.from({ length: count }, () => connected()));
		const clients = await many();
		const sessions = new Set(await Promise.all(clients.map(sessionOf)));
		for (const client of clients) await client.end();
		const next = await many();
		const again = await Promise.all(next.map(sessionOf));
		for (const client of next) await client.end();
		expect(again.filter((session) => sessions.has(session))).toHaveLength(kept);
	});

	it('isn’t used again after a client that left a transaction open', async () => {
		const session = await leave((client) => client.query('BEGIN'));
		const client = await connected();
		expect(await sessionOf(client)).not.toBe(session);
		await client.end();
	});

	it('isn’t used again if the server ended it', async () => {
		const session = await leave();
		const other = new Client({ connectionString: server });
		await other.connect();
		expect(await sessionOf(other)).toBe(session);
		const another = await connected();
		const ended = once(other, 'error');
		other.on('error', () => {});
		await another.query('SELECT pg_terminate_backend($1)', [session]);
		expect(await ended).toMatchObject([{ code: '57P01' }]);
		await another.end();
	});

	it('isn’t used again if the server ended it while no client had it', async () => {
		const other = await connected();
		const sessions = [await connected(), await connected()];
		const ended = await sessionOf(sessions[1]!);
		for (const client of sessions) await client.end();
		await other.query('SELECT pg_terminate_backend($1, 60000)', [ended]);
		const next = [await connected(), await connected(), await connected()];
		const again = await Promise.all([other, ...next].map(sessionOf));
		expect(again).not.toContain(ended);
		expect(new Set(again).size).toBe(4);
		await Promise.all([other, ...next].map((client) => client.end()));
	});

	it('tells its client that the server refused it', async () => {
		const client = new Client({ connectionString: `${server}_missing` });
		await expect(client.connect()).rejects.toMatchObject({ code: '3D000' });
	});

	it('tells its client that nobody is at the address', async () => {
		const nobody = new URL(server);
		nobody.port = '1';
		await expect(new Client({ connectionString: String(nobody) }).connect()).rejects.toMatchObject({
			code: 'ECONNREFUSED',
		});
	});

	it('serves a pool', async () => {
		const session = await leave();
		const pool = new Pool({ connectionString: server });
		const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
		expect(rows[0]!.pid).toBe(session);
		await pool.end();
	});
});
