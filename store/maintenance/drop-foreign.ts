import type { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '../database';
import { INFO } from './backup-store';
import { makeTables } from './expected-schema';

interface Named {
	type: 'table' | 'index' | 'trigger' | 'view';
	name: string;
}

/** Triggers first, so that none sees the others go. */
const NAMED = `
	SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
	ORDER BY CASE type WHEN 'trigger' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END,
		COALESCE(sql, '') NOT LIKE 'CREATE VIRTUAL%', name`;

const namedIn = (database: DatabaseSync) => database.prepare(NAMED).all() as unknown as Named[];

/**
 * Drops from a backup what is not a store's: a trigger or a view would act on, or stand in for, what n8n writes later. A
 * store has neither. Its tables and indexes are known unless it is of a newer version.
 * @returns what was dropped, as `trigger name`
 */
export async function dropForeign(file: string, version: number): Promise<string[]> {
	const { DatabaseSync } = await import('node:sqlite');
	const [database, own] = [new DatabaseSync(file), new DatabaseSync(':memory:')];
	try {
		makeTables(own, Math.min(version, MIGRATIONS.length));
		const known = new Set([...namedIn(own).map(({ name }) => name), INFO]);
		const isOfStore = ({ type, name }: Named) =>
			(type === 'table' || type === 'index') && (known.has(name) || version > MIGRATIONS.length);
		const foreign = namedIn(database).filter((each) => !isOfStore(each));
		// A virtual table takes its own tables with it.
		for (const { type, name } of foreign) {
			database.exec(`DROP ${type.toUpperCase()} IF EXISTS "${name.replaceAll('"', '""')}"`);
		}
		return foreign.map(({ type, name }) => `${type} ${name}`);
	} finally {
		database.close();
		own.close();
	}
}
