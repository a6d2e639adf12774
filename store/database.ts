import initial from './schema/0001-initial.sql';
import policies from './schema/0002-policies.sql';
import inbox from './schema/0003-inbox.sql';
import campaigns from './schema/0004-campaigns.sql';
import subscriptionNames from './schema/0005-subscription-names.sql';
import sendsByContact from './schema/0006-sends-by-contact.sql';
import rateOfNumber from './schema/0007-rate-of-number.sql';
import clockOfStore from './schema/0008-clock-of-store.sql';
import pricing from './schema/0009-pricing.sql';
import people from './schema/0010-people.sql';
import failures from './schema/0011-failures.sql';
import traces from './schema/0012-traces.sql';
import bursts from './schema/0013-bursts.sql';
import waits from './schema/0014-waits.sql';
import sentTexts from './schema/0015-sent-texts.sql';
import conversations from './schema/0016-conversations.sql';
import forwarding from './schema/0017-forwarding.sql';
import fewerPages from './schema/0018-fewer-pages.sql';
import campaignsOfNumbers from './schema/0019-campaigns-of-numbers.sql';
import waitTokens from './schema/0020-wait-tokens.sql';
import burstsAhead from './schema/0021-bursts-ahead.sql';
import identity from './schema/0022-identity.sql';
import bounds from './schema/0023-bounds.sql';
import decisions from './schema/0024-decisions.sql';
import timelines from './schema/0025-timelines.sql';
import policyTests from './schema/0026-policy-tests.sql';
import prices from './schema/0027-prices.sql';
import charges from './schema/0028-charges.sql';
import spending from './schema/0029-spending.sql';
import forConsole from './schema/0030-console.sql';
import dailySums from './schema/0031-daily-sums.sql';
import estimates from './schema/0032-estimates.sql';
import profileNames from './schema/0033-profile-names.sql';
import workflowNames from './schema/0034-workflow-names.sql';
import spentThen from './schema/0035-spent-then.sql';
import checkedMessages from './schema/0036-checked-messages.sql';
import type { Work } from './work';

/** A database that runs the works of a store. */
export interface Database {
	/** Runs a work that only reads, and that needs no transaction. */
	read<Result>(work: () => Work<Result>): Promise<Result>;
	/** Runs a work in a transaction: all of it, or nothing. It survives a power failure. */
	write<Result>(work: () => Work<Result>): Promise<Result>;
	/**
	 * Runs a work in a transaction that survives the end of the process, but that a power failure may undo within the
	 * next moments: for what can be learned again. An embedded store spares the wait for the disk.
	 */
	writeLearnable<Result>(work: () => Work<Result>): Promise<Result>;
	/** Leaves nothing readable of what was deleted, as far as the database keeps a log beside its file. */
	emptyLog(): Promise<void>;
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
	clockOfStore,
	pricing,
	people,
	failures,
	traces,
	bursts,
	waits,
	sentTexts,
	conversations,
	forwarding,
	fewerPages,
	campaignsOfNumbers,
	waitTokens,
	burstsAhead,
	identity,
	bounds,
	decisions,
	timelines,
	policyTests,
	prices,
	charges,
	spending,
	forConsole,
	dailySums,
	estimates,
	profileNames,
	workflowNames,
	spentThen,
	checkedMessages,
];

/** The schema version that has the table of the lowest writer. */
const HAS_FORMAT = 8;

/** Reads the lowest schema version that a process must know to write. */
export const MINIMUM_WRITER = 'SELECT minimum_writer FROM store_format';

/** Whether a database of this version says which processes may write to it. */
export const saysWhoWrites = (version: number): boolean => version >= HAS_FORMAT;

/** @throws Error that says what to do, unless the tables are exactly those that this version of the package knows. */
export function assertReadable(version: number): void {
	if (version === MIGRATIONS.length) return;
	const difference = `Its schema version is ${version}, and this version of the package reads ${MIGRATIONS.length}.`;
	throw new Error(
		version > MIGRATIONS.length
			? `${difference} Update the package.`
			: `${difference} Opening it for reading doesn't update it: restart n8n or a receiver with this version of the package, which does.`,
	);
}

/** @throws Error if a newer version of the package has changed the database so that this one can't write to it. */
export function assertMayWrite(minimumWriter: number): void {
	if (minimumWriter <= MIGRATIONS.length) return;
	throw new Error(
		`The store was changed by a newer version of this package. Writing to it requires schema version ${minimumWriter}, and this package supports up to ${MIGRATIONS.length}. Update the package. To go back to this version instead, restore the backup from before the update with "business-messaging store restore --force".`,
	);
}
