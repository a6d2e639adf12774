const { DatabaseSync } = require('node:sqlite');
const { TestEnvironment } = require('jest-environment-node');

/** The databases that the current file has used: a process runs one file after the other. */
const used = new Set();

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (statements) {
	used.add(this);
	return exec.call(this, statements);
};

const SHARED_BY_NODES = 'n8n-nodes-business-messaging/shared/';

/**
 * Leaves nothing open when a file's tests have ended: what is still written then would count, block, or fail in the tests
 * of the next file of this process. Nodes keep their stores as long as the process runs, so they are closed here;
 * everything else is to be closed by who opened it.
 */
module.exports = class LibraryEnvironment extends TestEnvironment {
	async closeStoresOfNodes() {
		const keys = Object.getOwnPropertySymbols(this.global);
		const shared = keys.find(({ description }) => description?.startsWith(SHARED_BY_NODES));
		const stores = [...(this.global[shared]?.stores.values() ?? [])];
		await Promise.all(stores.map(async (opening) => (await opening).close()));
	}

	async teardown() {
		await this.closeStoresOfNodes();
		await super.teardown();
		const left = [...used]
			.filter(({ isOpen }) => isOpen)
			.map((database) => database.location() ?? 'in memory');
		used.clear();
		if (left.length > 0)
			throw new Error(`These databases are still open after the tests of the file: ${left.join(', ')}`);
	}
};
