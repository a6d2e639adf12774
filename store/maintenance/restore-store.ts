import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import { realFile } from '../sqlite/real-file';
import { openSqliteDatabase } from '../sqlite/sqlite-database';
import type { StoreAddress } from '../store-address';
import { storeAddress } from '../store-address';
import type { RestoreSteps } from './after-restore';
import { prepareRestored } from './after-restore';
import { checkStore } from './check-store';
import { dropForeign } from './drop-foreign';
import type { OnStep } from './on-step';
import { within } from './on-step';
import { replaceFile, sqliteHasData } from './replace-file';
import { postgresHasData, replaceTables } from './replace-tables';
import { withSqlite } from './standing-sqlite';
import { assertExists } from './with-standing-store';

export interface RestoreOptions {
	/** Whether a store that has data is replaced. */
	force?: boolean;
	isFolderShared?: boolean;
	runtime?: Runtime;
	onStep?: OnStep;
}

/** @throws Error that says what is wrong with the backup */
async function assertSound(file: string, to: StoreAddress, runtime: Runtime, onStep: OnStep): Promise<void> {
	assertExists(file);
	const backup = { database: 'sqlite', file } as const;
	const { sound, checks, version, newestVersion } = await checkStore(backup, runtime, onStep);
	if (to.database === 'postgres' && version > newestVersion) {
		throw new Error(
			`The backup ${file} was made by a newer version of this package (schema version ${version}; this one knows up to ${newestVersion}). Use that version.`,
		);
	}
	if (sound) return;
	const problems = checks.flatMap(({ findings }) =>
		findings.filter(({ severity }) => severity === 'problem'),
	);
	throw new Error(
		`The backup ${file} can't be used: ${problems.map(({ text }) => text).join(' ')} Run business-messaging store check --store sqlite:${file}.`,
	);
}

const hasData = (address: StoreAddress): Promise<boolean> =>
	address.database === 'sqlite' ? sqliteHasData(address.file) : postgresHasData(address.url);

/** The folder of the file that is made, so that it can be moved to its place in one step. */
function folderBeside(address: StoreAddress, isFolderShared: boolean): string {
	if (address.database === 'postgres') return mkdtempSync(join(tmpdir(), 'business-messaging-restore-'));
	const folder = dirname(realFile(address.file));
	mkdirSync(folder, { recursive: true, ...(!isFolderShared && { mode: 0o700 }) });
	return mkdtempSync(join(folder, '.restore-'));
}

/**
 * Replaces a store by a backup, all of it or nothing. What was sent, received, erased, or chosen after the backup is
 * forgotten, so running campaigns are paused, and what was on its way counts as perhaps sent. The processes that use the
 * store have to be stopped first.
 * @throws Error if the backup has problems, if the store has data and `force` isn't given, or if it's in use
 */
export async function restoreStore(
	url: string,
	backup: string,
	{ force = false, isFolderShared = false, runtime = systemRuntime, onStep = () => {} }: RestoreOptions = {},
): Promise<RestoreSteps> {
	const address = storeAddress(url);
	if (address.database === 'sqlite' && address.file === ':memory:') {
		throw new Error('A store in memory ends with its process. Name a file.');
	}
	await assertSound(backup, address, runtime, within(onStep, 0, 0.5));
	if (isSameFile(address, backup)) throw new Error('The backup is the store itself.');
	if (!force && (await hasData(address))) {
		throw new Error(
			'The store has data. Make a backup of it if you need it, and use --force to replace everything in it.',
		);
	}
	const folder = folderBeside(address, isFolderShared);
	try {
		const made = join(folder, 'store.db');
		onStep('Copying the backup', 0.5);
		const version = await withSqlite(backup, async (store) => {
			await store.copyTo(made);
			return store.version;
		});
		const leftOut = await dropForeign(made, version);
		const access = { isFolderShared, warn() {} };
		const database = await openSqliteDatabase(made, runtime, access);
		let steps: RestoreSteps;
		try {
			steps = { ...(await database.write(prepareRestored)), leftOut };
		} finally {
			await database.close();
		}
		const replacing = within(onStep, 0.7, 1);
		replacing('Replacing the store', 0);
		if (address.database === 'postgres') {
			await replaceTables(address.url, made, (share) => replacing('Replacing the store', share));
		} else {
			await replaceFile(realFile(address.file), made, isFolderShared);
			await (await openSqliteDatabase(address.file, runtime, access)).close();
		}
		return steps;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function isSameFile(address: StoreAddress, backup: string): boolean {
	if (address.database !== 'sqlite' || !existsSync(address.file)) return false;
	const [store, other] = [statSync(address.file), statSync(backup)];
	return store.dev === other.dev && store.ino === other.ino;
}
