import initial from './schema/0001-initial.sql';
import policies from './schema/0002-policies.sql';
import inbox from './schema/0003-inbox.sql';
import campaigns from './schema/0004-campaigns.sql';
import subscriptionNames from './schema/0005-subscription-names.sql';
import sendsByContact from './schema/0006-sends-by-contact.sql';
import rateOfNumber from './schema/0007-rate-of-number.sql';
import type { Work } from './work';

/** A database that runs the works of a store. */
export interface Database {
	/** Runs a work that only reads, and that needs no transaction. */
	read<Result>(work: () => Work<Result>): Promise<Result>;
	/** Runs a work in a transaction: all of it, or nothing. */
	write<Result>(work: () => Work<Result>): Promise<Result>;
	close(): Promise<void>;
}

/** In order; what was published is never changed, only added to. Written for SQLite; Postgres reads it as its own. */
export const MIGRATIONS: readonly string[] = [
	initial,
	policies,
	inbox,
	campaigns,
	subscriptionNames,
	sendsByContact,
	rateOfNumber,
];

/** @throws Error when the database was written by a newer version of the package. */
export function assertKnown(version: number): void {
	if (version <= MIGRATIONS.length) return;
	throw new Error(
		`The store was written by a newer version of this package (its schema version is ${version}, and this package supports up to ${MIGRATIONS.length}). Update the package, or use a different store.`,
	);
}
