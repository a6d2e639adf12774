const { once } = require('node:events');
const { DatabaseSync } = require('node:sqlite');
const { TestEnvironment } = require('jest-environment-node');
const sessions = require('./postgres/sessions.cjs');

/** The databases that the current file has used: a process runs one file after the other. */
const used = new Set();

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (statements) {
	used.add(this);
	return exec.call(this, statements);
};

/** A connection that was ended is closed once the server has answered: by then it is. ms */
const CLOSES_WITHIN = 10_000;

/** Waits for connections that are being closed. The others no longer keep the process. @returns how many there are */
async function connectionsLeft() {
	const signal = AbortSignal.timeout(CLOSES_WITHIN);
	await Promise.allSettled([...sessions.clients].map((client) => once(client, 'close', { signal })));
	const left = [...sessions.clients];
	for (const client of left) client.unref();
	sessions.clients.clear();
	return left.length;
}

const SHARED_BY_NODES = 'n8n-nodes-business-messaging/shared/';

/** As test/support/postgres/pg.cjs has it. */
const SESSIONS = Symbol.for('tests/postgres/sessions');

/** As test/support/postgres/connection.ts has it. */
const TESTS_OWN = Symbol.for('tests/postgres/connections');

/**
 * Leaves nothing open when a file's tests have ended: what is still written then would count, block, or fail in the tests
 * of the next file of this process. Nodes keep their stores as long as the process runs, so they are closed here;
 * everything else is to be closed by who opened it.
 */
module.exports = class LibraryEnvironment extends TestEnvironment {
	async setup() {
		await super.setup();
		this.global[SESSIONS] = sessions;
	}

	async closeStoresOfNodes() {
		const keys = Object.getOwnPropertySymbols(this.global);
		const shared = keys.find(({ description }) => description?.startsWith(SHARED_BY_NODES));
		const stores = [...(this.global[shared]?.stores.values() ?? [])];
		await Promise.all(stores.map(async (opening) => (await opening).close()));
	}

	async teardown() {
		await this.closeStoresOfNodes();
		await Promise.all([...(this.global[TESTS_OWN]?.values() ?? [])].map((pool) => pool.end()));
		await super.teardown();
		const left = [...used]
			.filter(({ isOpen }) => isOpen)
			.map((database) => database.location() ?? 'in memory');
		used.clear();
		const count = await connectionsLeft();
		if (left.length > 0)
			throw new Error(`These databases are still open after the tests of the file: ${left.join(', ')}`);
		if (count > 0)
			throw new Error(`Connections to Postgres that are still open after the tests of the file: ${count}`);
	}
};
