import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StateChanges } from '../../state/register';
import type { Store } from '../store';
import { openInbox } from './inbox';
import { migrate } from './migrate';
import { openPolicies } from './policies';
import { openRegisters } from './registers';
import { openSends } from './sends';
import { inTransaction } from './transaction';
import { openWebhookUrls } from './webhook-urls';

/** How long a writer waits for another process's transaction. ms */
const BUSY_TIMEOUT = 5_000;

/** @throws Error that names the file, and what is wrong with it. */
async function openDatabase(file: string): Promise<DatabaseSync> {
	const { DatabaseSync } = await import('node:sqlite');
	let database: DatabaseSync | undefined;
	try {
		if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
		database = new DatabaseSync(file);
		database.exec(
			`PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`,
		);
		migrate(database);
		return database;
	} catch (error) {
		database?.close();
		const why = error instanceof Error ? error.message : String(error);
		throw new Error(`The store ${file} cannot be opened: ${why}`, { cause: error });
	}
}

/**
 * The embedded store: one SQLite file, or memory with `:memory:`. WAL, and `synchronous = FULL`: what was committed
 * survives the end of the process and of the machine's power.
 */
export async function openSqliteStore(file: string): Promise<Store> {
	const database = await openDatabase(file);
	const registers = openRegisters(database);
	const sends = openSends(database);
	const { inbox, append, noteStart, settleStart } = openInbox(database);

	function applyChanges(changes: StateChanges): void {
		for (const alias of changes.aliases ?? []) registers.learnAlias(alias);
		for (const write of changes.registers ?? []) registers.write(write);
		for (const line of changes.history ?? []) registers.writeHistory(line);
		for (const { key, messageId } of changes.settlements ?? []) sends.settle(key, messageId);
	}

	return {
		async commitEvents(commits, receivedAt, start) {
			return inTransaction(database, () =>
				commits.map(({ event, changes }) => {
					const fresh = append(event, receivedAt);
					if (fresh) applyChanges(changes);
					if (!start?.eventIds.has(event.id)) return { fresh };
					return { fresh, start: noteStart(start.trigger, event.id, receivedAt, start.leaseMs) };
				}),
			);
		},
		async settleStarts(trigger, eventIds, end) {
			inTransaction(database, () => eventIds.forEach((id) => settleStart(trigger, id, end)));
		},
		async apply(changes) {
			inTransaction(database, () => applyChanges(changes));
		},
		async readDecisionState(query) {
			return registers.readDecisionState(query);
		},
		async readRegister(scope, subject, name) {
			return registers.readOne(scope, subject, name);
		},
		async readScopes(name) {
			return registers.readScopes(name);
		},
		inbox,
		sends,
		webhooks: openWebhookUrls(database),
		policies: openPolicies(database),
		async close() {
			if (database.isOpen) database.close();
		},
	};
}
