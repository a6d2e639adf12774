import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect, promisify } from 'node:util';
import { createEngine, parseWebhook, policies } from '../../engine';
import { openStore } from '../../store';
import { bundled } from '../support/bundle';
import { INTENT, NOW } from '../support/engine-scene';
import { customerMessage } from '../support/wire';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const events = (id: string) => parseWebhook(customerMessage({ at: NOW, id }), NOW);

describe('a store is named by its URL', () => {
	it.each([
		['sqlite:<file>', (file: string) => `sqlite:${file}`],
		['sqlite://<file>', (file: string) => `sqlite://${file}`],
		['with white space around it', (file: string) => ` sqlite:${file}\n`],
	])('%s, in a folder that is made for it', async (_, url) => {
		const file = join(folder, 'new', 'folder', 'state.db');
		const store = await openStore(url(file));
		await createEngine({ store, now: () => NOW }).ingest(events('a'));
		await store.close();
		const again = await openStore(`sqlite:${file}`);
		expect(await again.inbox.read()).toHaveLength(1);
		expect((await createEngine({ store: again, now: () => NOW }).decide(INTENT)).action).toBe('freeform');
		await again.close();
	});

	it.each(['', 'state.db', 'sqlite:', 'sqlite', 'mysql://host/db', 'file:state.db', undefined])(
		'%j is refused with what it looks like',
		async (url) => {
			await expect(openStore(url as string)).rejects.toThrow(/sqlite:<file>/);
		},
	);

	it.each(['postgres://user:secret@127.0.0.1:1/db', 'postgresql://user:secret@127.0.0.1:1/db'])(
		'%s, where no server is, is refused by its address and without its password',
		async (url) => {
			const error = await openStore(url).catch((reason: Error) => reason);
			expect(error).toMatchObject({
				message: expect.stringMatching(
					/^The store on the Postgres server 127\.0\.0\.1:1\/db can't be opened: .*ECONNREFUSED/,
				),
			});
			expect((error as Error).message).not.toContain('secret');
		},
	);

	it.each(['secret#1', 'secret/1', 'secret?1', '1#secret', '1/secret', '1?secret'])(
		"a password such as %s, which a URL can't hold as it is, is in no part of the error",
		async (password) => {
			const error = await openStore(`postgres://user:${password}@127.0.0.1:1/db`).catch(
				(reason: Error) => reason,
			);
			expect(error).toMatchObject({ message: expect.stringContaining('%23 for #') });
			expect(inspect(error, { depth: null })).not.toContain('secret');
		},
	);

	it('a Postgres schema that is no plain name is refused', async () => {
		await expect(openStore('postgres://127.0.0.1/db?schema=a-b')).rejects.toThrow(/lowercase letters/);
	});

	it('options in the URL of a Postgres store are refused, as they would replace its schema', async () => {
		const url = 'postgres://nobody@127.0.0.1:1/none?options=-c%20search_path%3Dpublic';
		await expect(openStore(url)).rejects.toThrow("Remove options from the store's URL");
	});

	it('a new file and its folder are for this user alone, unless the folder is shared', async () => {
		const rights = (path: string) => statSync(path).mode & 0o777;
		const own = join(folder, 'own', 'state.db');
		await (await openStore(`sqlite:${own}`)).close();
		expect([rights(own), rights(join(folder, 'own'))]).toEqual([0o600, 0o700]);

		const shared = join(folder, 'shared', 'state.db');
		await (await openStore(`sqlite:${shared}`, { isFolderShared: true })).close();
		expect(rights(shared) & 0o044).toBe(0o044);
	});

	it.each([
		['that all can read', 0o644, 0o755, 0o600, false],
		['that the group can read', 0o640, 0o750, 0o600, false],
		['that others can write', 0o606, 0o755, 0o600, false],
		['that the group shares, and others can read', 0o664, 0o755, 0o660, true],
		['that the group shares, in a folder that it cannot enter', 0o660, 0o700, 0o660, false],
		['for this user alone', 0o600, 0o755, 0o600, false],
	])(
		'a file %s, from an old version, is kept from others, and a group that shares it is warned of',
		async (_, file, directory, expected, isTold) => {
			const own = join(folder, 'own');
			const name = join(own, 'state.db');
			const url = `sqlite:${name}`;
			await (await openStore(url)).close();
			const rights = (path: string) => statSync(path).mode & 0o777;
			const loosen = () => {
				for (const each of [name, `${name}-id`]) chmodSync(each, file);
				chmodSync(own, directory);
			};
			loosen();
			const warn = jest.fn();
			const store = await openStore(url, { warn });
			await store.policies.save(policies.strict, 1);
			const files = ['', '-wal', '-shm', '-id'].map((end) => `${name}${end}`);
			expect(files.map(rights)).toEqual(files.map(() => expected));
			await store.close();
			expect(warn.mock.calls).toEqual(isTold ? [[expect.stringMatching(/state\.db.* chmod 600/)]] : []);
			warn.mockClear();
			loosen();
			await (await openStore(url, { warn, isFolderShared: true })).close();
			expect([rights(name), warn.mock.calls]).toEqual([file, []]);
		},
	);

	it('what was deleted is no longer in the file', async () => {
		const file = join(folder, 'state.db');
		const store = await openStore(`sqlite:${file}`);
		const engine = createEngine({ store, now: () => NOW });
		const secrets = Array.from({ length: 50 }, (_, each) => `My secret number is ${each}.`);
		for (const [each, text] of secrets.entries()) {
			const body = JSON.stringify(customerMessage({ at: NOW, id: `m${each}` })).replaceAll('Hello', text);
			await engine.ingest(parseWebhook(JSON.parse(body), NOW));
		}
		await store.prune({ events: NOW + 1, sends: NOW + 1 });
		expect(await store.inbox.read()).toEqual([]);
		await store.close();
		expect(readFileSync(file).includes('My secret number')).toBe(false);
	});

	it('the files beside an open store have its rights', async () => {
		const file = join(folder, 'own', 'state.db');
		const store = await openStore(`sqlite:${file}`);
		await store.policies.save(policies.strict, 1);
		expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
		await store.close();
	});

	it('a file that is no store is refused by its name', async () => {
		const file = join(folder, 'notes.txt');
		writeFileSync(file, 'Not a database, only a text that is long enough to be read as a header.'.repeat(20));
		await expect(openStore(`sqlite:${file}`)).rejects.toThrow(
			/The store .*notes\.txt can't be opened: .*not a database/,
		);
	});

	it('a folder is refused by its name', async () => {
		await expect(openStore(`sqlite:${folder}`)).rejects.toThrow(`The store ${folder} can't be opened`);
	});

	it('an empty file that held a store is refused, and one that never did becomes one', async () => {
		const file = join(folder, 'state.db');
		writeFileSync(file, '');
		await (await openStore(`sqlite:${file}`)).close();
		writeFileSync(file, '');
		await expect(openStore(`sqlite:${file}`)).rejects.toThrow(
			/can't be opened: The file is empty, although .* delete .*state\.db-id/,
		);
		expect(statSync(file).size).toBe(0);
		rmSync(`${file}-id`);
		await (await openStore(`sqlite:${file}`)).close();
	});

	it('a file that is gone is made anew', async () => {
		const file = join(folder, 'state.db');
		await (await openStore(`sqlite:${file}`)).close();
		rmSync(file);
		const store = await openStore(`sqlite:${file}`);
		expect(await store.inbox.read()).toEqual([]);
		await store.close();
	});

	it('a file that only newer versions may write to is refused with what to do, and left as it is', async () => {
		const file = join(folder, 'state.db');
		await (await openStore(`sqlite:${file}`)).close();
		const database = new DatabaseSync(file);
		database.exec('PRAGMA user_version = 999; UPDATE store_format SET minimum_writer = 999');
		database.close();
		await expect(openStore(`sqlite:${file}`)).rejects.toThrow(
			/newer version of this package.*999.*Update the package/,
		);
		const untouched = new DatabaseSync(file);
		expect(untouched.prepare('PRAGMA user_version').get()).toEqual({ user_version: 999 });
		untouched.close();
	});

	it('a store in memory ends with it', async () => {
		const store = await openStore('sqlite::memory:');
		await createEngine({ store, now: () => NOW }).ingest(events('a'));
		await store.close();
		const another = await openStore('sqlite::memory:');
		expect(await another.inbox.read()).toEqual([]);
		await another.close();
	});

	it('a store may be closed twice; what is asked of it then fails', async () => {
		const store = await openStore('sqlite::memory:');
		await store.close();
		await store.close();
		await expect(store.inbox.read()).rejects.toThrow();
	});
});

describe('several handles on one file', () => {
	it('two that open a new file at once both can, and see what the other commits', async () => {
		const url = `sqlite:${join(folder, 'state.db')}`;
		const [one, two] = await Promise.all([openStore(url), openStore(url)]);
		await createEngine({ store: one, now: () => NOW }).ingest(events('a'));
		expect(await createEngine({ store: two, now: () => NOW }).ingest(events('a'))).toMatchObject({
			duplicates: 1,
		});
		await Promise.all([one.close(), two.close()]);
	});

	it('eight processes that open a new file at once all can, and each event is fresh in one only', async () => {
		const file = join(folder, 'state.db');
		const script = bundled(join(__dirname, '..', 'support', 'ingest-in-a-process.ts'));
		const ids = Array.from({ length: 20 }, (_, each) => `m${each}`).join(',');
		const run = () => promisify(execFile)(process.execPath, [script, `sqlite:${file}`, ids]);
		const outputs = await Promise.all(Array.from({ length: 8 }, run));
		const fresh = outputs.map(({ stdout }) => Number(stdout));
		expect(fresh.reduce((sum, each) => sum + each, 0)).toBe(20);
	});
});
