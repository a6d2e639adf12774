const pg = require('../../../node_modules/pg');

/** The environment has them for all files of a process. */
const { streamTo } = globalThis[Symbol.for('tests/postgres/sessions')];

class Client extends pg.Client {
	constructor(options) {
		const given = typeof options === 'string' ? { connectionString: options } : options;
		super({ ...given, stream: () => streamTo(given?.connectionString) });
	}
}

class Pool extends pg.Pool {
	constructor(options) {
		super({ ...options, Client });
	}
}

/** `pg`, whose clients use the sessions that earlier ones have left. */
module.exports = { ...pg, Client, Pool };
