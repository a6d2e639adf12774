import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import { MIGRATIONS, saysWhoWrites } from '../database';
import { loadSqlite } from '../sqlite/load-sqlite';
import { openSqliteDatabase } from '../sqlite/sqlite-database';
import type { StoreAddress } from '../store-address';
import type { Checked, Finding } from './finding';
import { EXAMPLES } from './finding';
import { expectedColumns } from './expected-schema';
import type { OnStep } from './on-step';
import { within } from './on-step';
import { refold } from './refold';
import { RULES_OF_ROWS } from './rules-of-rows';
import type { StandingStore } from './standing-store';
import { withStandingStore } from './with-standing-store';

/** What a check of a store found. */
export interface StoreCheck {
	/** The version of its schema, and the newest that this package knows. */
	version: number;
	newestVersion: number;
	/** The lowest version that a process must know to write to it. */
	minimumWriter?: number;
	/** How many rows each table has; none if the store is too damaged to be read. */
	rows: Readonly<Record<string, number>>;
	checks: Checked[];
	/** Whether nothing was found but warnings. */
	sound: boolean;
}

const LOOKS_AT: Readonly<Record<Checked['name'], string>> = {
	integrity: 'the database itself, its tables and columns',
	schema: 'the schema version, and who may write',
	references: 'rows that refer to others',
	leases: 'whether everything that is taken or waits ends',
	states: 'states and contents that the package knows',
	counters: 'numbers of events, and the places of readers',
	refold: 'whether the state is what the events say',
};

const problem = (text: string): Finding => ({ severity: 'problem', text, count: 1, examples: [] });

function findingsOfSchema({ version, minimumWriter }: StandingStore): Finding[] {
	if (saysWhoWrites(version) && minimumWriter === undefined) {
		return [problem("The store doesn't say which versions may write to it, so nobody can open it.")];
	}
	if (minimumWriter !== undefined && minimumWriter > MIGRATIONS.length) {
		return [
			problem(
				`Writing requires schema version ${minimumWriter}, and this package supports up to ${MIGRATIONS.length}. Update the package.`,
			),
		];
	}
	if (version === MIGRATIONS.length) return [];
	const text =
		version > MIGRATIONS.length
			? `A newer version of the package has changed the store (version ${version}). This one can still write to it.`
			: `The store has version ${version}. The first process with this version of the package brings it to ${MIGRATIONS.length}.`;
	return [{ ...problem(text), severity: 'warning' }];
}

function findingsOfRows(copy: DatabaseSync, check: Checked['name'], now: number): Finding[] {
	return RULES_OF_ROWS.filter((rule) => rule.check === check).flatMap(({ severity, text, rows }) => {
		const statement = copy.prepare(rows);
		const found = (rows.includes(':now') ? statement.all({ now }) : statement.all()) as Array<{
			what: string | number;
		}>;
		const examples = found.slice(0, EXAMPLES).map(({ what }) => String(what));
		return found.length === 0 ? [] : [{ severity, text, count: found.length, examples }];
	});
}

async function countRows(copy: DatabaseSync): Promise<Record<string, number>> {
	const tables = [...(await expectedColumns(MIGRATIONS.length)).keys()];
	return Object.fromEntries(
		tables.map((table) => {
			const { count } = copy.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number };
			return [table, count];
		}),
	);
}

type Found = Partial<Record<Checked['name'], Finding[]>>;

/** Checks a copy, which is brought to the newest schema version. */
async function checkCopy(
	file: string,
	runtime: Runtime,
	onStep: OnStep,
): Promise<Found & { rows: StoreCheck['rows'] }> {
	const { DatabaseSync } = await loadSqlite();
	const database = await openSqliteDatabase(file, runtime, { isFolderShared: false, warn() {} });
	const copy = new DatabaseSync(file, { readOnly: true });
	try {
		const names = ['references', 'leases', 'states', 'counters'] as const;
		const now = runtime.now();
		onStep('Looking at the rows', 0);
		return {
			rows: await countRows(copy),
			...(Object.fromEntries(names.map((name) => [name, findingsOfRows(copy, name, now)])) as Found),
			refold: await refold(database, runtime, (share) =>
				onStep('Comparing the events with the state', 0.1 + 0.9 * share),
			),
		};
	} finally {
		copy.close();
		await database.close();
	}
}

async function lookInto(
	store: StandingStore,
	runtime: Runtime,
	onStep: OnStep,
): Promise<Found & { rows?: StoreCheck['rows'] }> {
	if (store.version === 0) return { integrity: [problem('There is no store in it.')] };
	onStep('Checking the database', 0);
	const damage = await store.damage();
	const schema = findingsOfSchema(store);
	if (damage.length > 0) return { integrity: damage.map(problem), schema };
	if (schema.some(({ severity }) => severity === 'problem')) return { integrity: [], schema };
	const folder = mkdtempSync(join(tmpdir(), 'business-messaging-check-'));
	try {
		const file = join(folder, 'copy.db');
		const copying = within(onStep, 0.1, 0.3);
		copying('Copying the store', 0);
		await store.copyTo(file, (share) => copying('Copying the store', share));
		return { integrity: [], schema, ...(await checkCopy(file, runtime, within(onStep, 0.3, 1))) };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Checks a store that others may use meanwhile. Everything but the database's own integrity is checked on a copy, in a
 * temporary folder that only this user can read, so that nothing of the store is changed or held.
 * @throws Error if the store doesn't exist or can't be reached
 */
export function checkStore(
	address: StoreAddress,
	runtime: Runtime = systemRuntime,
	onStep: OnStep = () => {},
): Promise<StoreCheck> {
	return withStandingStore(address, async (store) => {
		const { version, minimumWriter } = store;
		const { rows = {}, ...found } = await lookInto(store, runtime, onStep);
		const checks = Object.entries(found).map(([name, findings]): Checked => ({
			name: name as Checked['name'],
			looksAt: LOOKS_AT[name as Checked['name']],
			findings,
		}));
		return {
			version,
			newestVersion: MIGRATIONS.length,
			...(minimumWriter !== undefined && { minimumWriter }),
			rows,
			checks,
			sound: !checks.some(({ findings }) => findings.some(({ severity }) => severity === 'problem')),
		};
	});
}
