import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoredPolicy } from '../store';
import { inTransaction } from './transaction';

interface PolicyRow {
	name: string;
	version: number;
	document: string;
	saved_at: number;
}

const toPolicy = (row: PolicyRow): StoredPolicy => ({
	document: JSON.parse(row.document) as StoredPolicy['document'],
	savedAt: row.saved_at,
});

/** The named policies of a store. No version is ever changed or lost. */
export function openPolicies(database: DatabaseSync): Store['policies'] {
	const newest = database.prepare('SELECT * FROM policy WHERE name = ? ORDER BY version DESC LIMIT 1');
	const one = database.prepare('SELECT * FROM policy WHERE name = ? AND version = ?');
	const all = database.prepare(
		'SELECT * FROM policy AS p WHERE version = (SELECT max(version) FROM policy WHERE name = p.name) ORDER BY name',
	);
	const insert = database.prepare(
		'INSERT INTO policy (name, version, document, saved_at) VALUES (?, ?, ?, ?)',
	);
	return {
		async save(document, savedAt) {
			return inTransaction(database, () => {
				const before = newest.get(document.name) as PolicyRow | undefined;
				const saved = { ...document, version: (before?.version ?? 0) + 1 };
				insert.run(saved.name, saved.version, JSON.stringify(saved), savedAt);
				return { document: saved, savedAt };
			});
		},
		async find(name, version) {
			const row = version === undefined ? newest.get(name) : one.get(name, version);
			return row && toPolicy(row as unknown as PolicyRow);
		},
		async list() {
			return (all.all() as unknown as PolicyRow[]).map(toPolicy);
		},
	};
}
