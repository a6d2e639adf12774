import type { DatabaseSync } from 'node:sqlite';
import initial from './0001-initial.sql';
import policies from './0002-policies.sql';

/** In order; what was published is never changed, only added to. */
const MIGRATIONS: readonly string[] = [initial, policies];

/**
 * Brings the database to the newest version. Safe when several processes start at once.
 * @throws Error when the file was written by a newer version of the package.
 */
export function migrate(database: DatabaseSync): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
			user_version: number;
		};
		if (version > MIGRATIONS.length) {
			throw new Error(
				`The store was written by a newer version of this package (its schema is ${version}, this package knows ${MIGRATIONS.length}). Update the package, or name another store.`,
			);
		}
		for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
		database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
		database.exec('COMMIT');
	} catch (error) {
		database.exec('ROLLBACK');
		throw error;
	}
}
