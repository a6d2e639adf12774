import { Pool } from 'pg';

/** After this, a connection that nobody uses ends. ms */
const IDLE = 500;

const connections = new Map<string, Pool>();
// The environment ends them when the file's tests have ended.
Object.assign(globalThis, { [Symbol.for('tests/postgres/connections')]: connections });

/**
 * The tests' own connection to a server. It's kept from case to case, because a new one would first have to learn the
 * tables, and it ends by itself, so that it holds no process open.
 */
export function connectionTo(server: string): Pool {
	let connection = connections.get(server);
	if (!connection) {
		connection = new Pool({
			connectionString: server,
			max: 1,
			idleTimeoutMillis: IDLE,
			allowExitOnIdle: true,
			options: '-c synchronous_commit=off',
		});
		// A server that is stopped ends it. The next query opens a new one.
		connection.on('error', () => {});
		connections.set(server, connection);
	}
	return connection;
}
