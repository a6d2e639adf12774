import fs, { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRuntime } from '../../base';
import { createEngine, parseWebhook } from '../../engine';
import { createStore } from '../../store/create-store';
import type { Database } from '../../store/database';
import { openSqliteDatabase } from '../../store/sqlite/sqlite-database';
import type { Work } from '../../store/work';
import { NOW } from '../support/engine-scene';
import { customerMessage } from '../support/wire';
import { turns } from '../support/until';

const channel = '106540352242922';

let folder: string;
let database: Database;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'store-'));
	const access = { isFolderShared: false, warn() {} };
	database = await openSqliteDatabase(join(folder, 'store.db'), systemRuntime, access);
});
afterEach(async () => {
	await database.close();
	rmSync(folder, { recursive: true, force: true });
});

/** Adds a line of text to a table of the test's own. */
function* add(text: string): Work<void> {
	yield { text: 'CREATE TABLE IF NOT EXISTS line (text TEXT)', rows: [[]] };
	yield { text: 'INSERT INTO line VALUES (?)', rows: [[text]] };
}

function* lines(): Work<string[]> {
	const { rows } = yield { text: 'SELECT text FROM line', rows: [[]] };
	return (rows as Array<{ text: string }>).map(({ text }) => text);
}

/** The disk is as slow as the test wants it, or fails. */
function slowDisk(): { waits(): Promise<void>; answer(error?: Error): void } {
	const answers: Array<(error?: Error) => void> = [];
	let onWait = () => {};
	jest.spyOn(fs, 'fdatasync').mockImplementation((_log, done) => {
		answers.push((error) => done(error ?? null));
		onWait();
	});
	return {
		waits: () => (answers.length > 0 ? Promise.resolve() : new Promise((resolve) => (onWait = resolve))),
		answer: (error) => answers.splice(0).forEach((each) => each(error)),
	};
}

const settled = (promise: Promise<unknown>) => {
	let isSettled = false;
	void promise.catch(() => {}).finally(() => (isSettled = true));
	return async () => {
		await turns();
		return isSettled;
	};
};

describe('what survives a power failure in an embedded store', () => {
	afterEach(() => jest.restoreAllMocks());

	it('a commit waits for the disk, and leaves the thread to others meanwhile', async () => {
		const disk = slowDisk();
		const written = database.write(() => add('kept'));
		const isSettled = settled(written);
		await disk.waits();
		expect(await isSettled()).toBe(false);
		expect(await database.read(lines)).toEqual(['kept']);
		disk.answer();
		await written;
	});

	it('what comes while the disk writes shares the next commit', async () => {
		const disk = slowDisk();
		const first = database.write(() => add('first'));
		await disk.waits();
		const others = ['second', 'third'].map((text) => database.write(() => add(text)));
		expect(await database.read(lines)).toEqual(['first']);
		disk.answer();
		await first;
		await disk.waits();
		expect(await database.read(lines)).toEqual(['first', 'second', 'third']);
		disk.answer();
		await Promise.all(others);
		expect(jest.mocked(fs.fdatasync)).toHaveBeenCalledTimes(2);
	});

	it('a commit of what can be learned again does not wait', async () => {
		slowDisk();
		await database.writeLearnable(() => add('learned'));
		expect(await database.read(lines)).toEqual(['learned']);
	});

	it('one that shares its commit with another that waits does', async () => {
		const disk = slowDisk();
		const learned = database.writeLearnable(() => add('learned'));
		const kept = database.write(() => add('kept'));
		const isSettled = settled(learned);
		await disk.waits();
		expect(await isSettled()).toBe(false);
		disk.answer();
		await Promise.all([learned, kept]);
	});

	it('a file system that syncs no folders can have a store', async () => {
		jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {
			throw new Error('EINVAL: invalid argument, fsync');
		});
		const access = { isFolderShared: false, warn() {} };
		const other = await openSqliteDatabase(join(folder, 'other.db'), systemRuntime, access);
		await other.write(() => add('kept'));
		expect(await other.read(lines)).toEqual(['kept']);
		await other.close();
	});

	it('if the disk fails, the commit fails, and so does each one after it, before it writes', async () => {
		const disk = slowDisk();
		const written = database.write(() => add('lost'));
		await disk.waits();
		disk.answer(new Error('EIO: i/o error, fdatasync'));
		await expect(written).rejects.toThrow(/^The disk doesn't confirm what is written to .*EIO/);
		await expect(database.write(() => add('more'))).rejects.toThrow(/restart this process/);
		await expect(database.writeLearnable(() => add('more'))).rejects.toThrow(/restart this process/);
		expect(await database.read(lines)).toEqual(['lost']);
	});
});

/** The ways in which a store commits what it does. */
async function waysOf(act: (store: ReturnType<typeof createStore>) => Promise<unknown>): Promise<string[]> {
	const ways: string[] = [];
	const watched: Database = {
		...database,
		write: (work) => (ways.push('write'), database.write(work)),
		writeLearnable: (work) => (ways.push('writeLearnable'), database.writeLearnable(work)),
	};
	await act(createStore(watched, systemRuntime));
	return [...new Set(ways)];
}

const send = {
	key: 'k',
	channel,
	contact: '4915112345678',
	action: 'freeform',
	state: 'sending',
	at: NOW,
} as const;

it.each([
	[
		'events, before they are answered 200',
		'write',
		(store) => createEngine({ store }).ingest(parseWebhook(customerMessage({ at: NOW }), NOW)),
	],
	['the note before a send', 'write', (store) => store.sends.begin(send, { channel, lead: 0, within: 1 })],
	['a send that is forgotten', 'write', (store) => store.sends.forget('k')],
	[
		'the answer to a send, which its statuses tell too',
		'writeLearnable',
		(store) => store.sends.end('k', { state: 'accepted', messageId: 'wamid.1' }),
	],
	[
		'that an execution was started, which its lease guards',
		'writeLearnable',
		(store) => store.settleStarts('t', ['e'], 'confirmed'),
	],
] satisfies Array<[string, string, Parameters<typeof waysOf>[0]]>)('%s: %s', async (_, way, act) => {
	expect(await waysOf(act)).toEqual([way]);
});
