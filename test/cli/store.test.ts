import {
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createEngine, parseWebhook } from '../../engine';
import type { Store } from '../../engine';
import { createGatewayClient } from '../../gateway';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { createSender } from '../../sending';
import { MIGRATIONS } from '../../store/database';
import { makeTables } from '../../store/maintenance/expected-schema';
import { CAMPAIGN, tamper, useStore } from '../store/maintenance/support/used-store';
import { runCommandLine } from '../support/command-line';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { customerMessage } from '../support/wire';
import { resultOf } from './support/cli-scene';
import { runHere } from './support/run-here';

let sandbox: Sandbox;
let folder: string;
let places: StorePlace[] = [];
beforeEach(async () => {
	sandbox = await startSandbox();
	folder = mkdtempSync(join(tmpdir(), 'business-messaging-cli-store-'));
});
afterEach(async () => {
	for (const place of places) await place.remove();
	places = [];
	await sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

const runStore = (args: string[], env: NodeJS.ProcessEnv = {}) =>
	runHere(['store', ...args], { BUSINESS_MESSAGING_STORE: '', ...env });

function newPlace(placeOf: () => StorePlace): StorePlace {
	const place = placeOf();
	places.push(place);
	return place;
}

async function usedPlace(placeOf: () => StorePlace): Promise<StorePlace> {
	const place = newPlace(placeOf);
	await useStore(place, sandbox);
	return place;
}

const senderOn = (store: Store) =>
	createSender({
		engine: createEngine({ store }),
		gateway: createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey }),
	});

const backupFile = () => join(folder, 'backup.db');

/** The tables that a restore leaves as they are in the backup. */
const KEPT_TABLES = [
	'inbox',
	'register',
	'history',
	'alias',
	'send',
	'policy',
	'counter',
	'subscription',
	'start',
	'dead_letter',
	'webhook_url',
	'pace',
	'erased',
	'retention',
	'sent_text',
];

async function rowsOf(place: StorePlace): Promise<Record<string, unknown[]>> {
	const tables = await Promise.all(
		KEPT_TABLES.map(async (table) => {
			const order = (a: string, b: string) => (a < b ? -1 : 1);
			const rows = (await place.rows(table)).map((row) =>
				JSON.stringify(Object.entries(row as object).sort()),
			);
			// Postgres has large numbers as texts when nobody says otherwise.
			return [table, rows.map((row) => row.replace(/"(-?\d+)"/g, '$1')).sort(order)] as const;
		}),
	);
	return Object.fromEntries(tables);
}

describe.each(DATABASES)('%s', (database, placeOf) => {
	it('check prints what it looked at and the size of each table, and exits with 0 if the store is sound', async () => {
		const place = await usedPlace(placeOf);
		const { code, stdout, stderr } = await runStore(['check', '--store', place.url]);
		expect([code, stderr]).toEqual([
			0,
			expect.stringMatching(/^This makes a copy of up to \d+ MB in \S+, where [\d,]+ MB are free, /),
		]);
		for (const name of ['integrity', 'schema', 'references', 'leases', 'states', 'counters', 'refold']) {
			expect(stdout).toMatch(new RegExp(`^${name} +ok `, 'm'));
		}
		expect(stdout).toMatch(/^inbox +4$/m);
		expect(stdout).toMatch(/\nThe store is sound\.\n$/);
	});

	it('check exits with 1 if there are problems, and names them, as JSON too', async () => {
		const place = await usedPlace(placeOf);
		await tamper(place, "UPDATE send SET due = NULL WHERE state = 'planned'");
		const { code, stdout } = await runStore(['check', '--store', place.url]);
		expect(code).toBe(1);
		expect(stdout).toMatch(/^leases +1 problem /m);
		expect(stdout).toMatch(/ problem {2}A recipient waits without a time.* \(3 rows\)\n/);
		expect(stdout).toMatch(/\nThe store has problems\.\n$/);

		const json = await runStore(['check', '--json'], { BUSINESS_MESSAGING_STORE: place.url });
		expect(json.code).toBe(1);
		const report = JSON.parse(json.stdout) as { checks: Array<{ name: string; findings: unknown[] }> };
		expect(report).toMatchObject({ sound: false, version: MIGRATIONS.length, rows: { inbox: 4 } });
		expect(report.checks.find(({ name }) => name === 'leases')!.findings).toMatchObject([
			{ severity: 'problem', count: 3 },
		]);
	});

	it('a backup that is made while events come in is whole: what was committed before is in it, and it is sound', async () => {
		const place = await usedPlace(placeOf);
		const engine = createEngine({ store: await place.open() });
		let isOver = false;
		let taken = 0;
		const writing = (async () => {
			for (; !isOver; taken += 1) {
				await engine.ingest(parseWebhook(customerMessage({ at: Date.now(), id: `more-${taken}` })));
			}
		})();
		const before = taken;
		const backup = ['store', 'backup', '--store', place.url, '--to', backupFile(), '--json'];
		const { code, stdout } = await resultOf(runCommandLine(backup));
		const after = taken;
		isOver = true;
		await writing;
		expect(code).toBe(0);
		const { madeAt, rows } = JSON.parse(stdout) as { madeAt: number; rows: number };
		expect([typeof madeAt, typeof rows]).toEqual(['number', 'number']);
		expect(statSync(backupFile()).mode & 0o777).toBe(0o600);
		expect(existsSync(`${backupFile()}.part`)).toBe(false);

		const copy = new DatabaseSync(backupFile(), { readOnly: true });
		const { count } = copy.prepare('SELECT count(*) AS count FROM inbox').get() as { count: number };
		copy.close();
		expect(after).toBeGreaterThan(before);
		expect(count).toBeGreaterThanOrEqual(4 + before);
		expect(count).toBeLessThanOrEqual(4 + taken);
		const check = await runStore(['check', '--store', `sqlite:${backupFile()}`]);
		expect([check.code, check.stdout]).toEqual([0, expect.stringContaining('The store is sound.')]);
	});

	it.each(DATABASES)('a backup of it is restored to %s with every row', async (_, targetOf) => {
		const place = await usedPlace(placeOf);
		expect((await runStore(['backup', '--store', place.url, '--to', backupFile()])).code).toBe(0);
		const target = newPlace(targetOf);
		const { code, stderr } = await runStore(['restore', '--store', target.url, '--from', backupFile()]);
		expect([code, stderr]).toEqual([0, '']);
		expect(await rowsOf(target)).toEqual(await rowsOf(place));
		expect((await runStore(['check', '--store', target.url])).code).toBe(0);
	});

	it('a restore sends nothing twice without anybody’s knowledge: campaigns pause, and what was on its way is unconfirmed', async () => {
		const place = await usedPlace(placeOf);
		const [{ key }] = (await place.rows('send')).filter(
			(row) => (row as { state: string }).state === 'planned',
		) as [{ key: string }];
		const other = await place.open();
		const later = { startAt: Date.now() + 3_600_000, template: { name: 'hello', language: 'en_US' } };
		await senderOn(other).campaigns.plan({ id: CAMPAIGN, channel: '1', ...later }, [{ to: '491701111111' }]);
		await other.close();
		await tamper(place, `UPDATE send SET state = 'claimed', token = 'gone' WHERE key = '${key}'`);
		await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		await tamper(place, `UPDATE send SET state = 'planned', due = 0 WHERE key = '${key}'`);
		const store = await place.open();
		await senderOn(store).campaigns.sendDue();
		await store.close();
		const sent = sandbox.control.sent().length;
		expect(sent).toBe(4);

		const { code, stdout } = await runStore([
			'restore',
			'--store',
			place.url,
			'--from',
			backupFile(),
			'--force',
		]);
		expect(code).toBe(0);
		const numbers = `spring (number 1), spring (number ${sandbox.phoneNumberId})`;
		expect(stdout).toContain(`Paused 2 campaigns: ${numbers}.`);
		expect(stdout).toContain('1 message that was about to be sent is unconfirmed now');
		expect(stdout).toContain('marked as repeats');

		const restored = await place.open();
		const { campaigns } = senderOn(restored);
		expect((await campaigns.sendDue()).claimed).toBe(0);
		expect(sandbox.control.sent()).toHaveLength(sent);
		const { campaign, counts } = await campaigns.report(CAMPAIGN, {
			channel: sandbox.phoneNumberId,
		});
		expect(campaign.state).toBe('paused');
		expect(campaign.why).toMatch(/restored from a backup of 20.*Resume sends to all of them/);
		expect(counts).toMatchObject({ delivered: 1, unconfirmed: 1, planned: 2 });

		await restored.inbox.subscribe({ id: 'reader', partitions: 4, from: 'where-it-stood' }, Date.now());
		const batch = await restored.inbox.claim('reader', { limit: 10, leaseMs: 60_000, token: 'again' });
		expect(batch).toMatchObject({ repeat: true });
	});

	it('a restore refuses to replace a store that has data, and replaces it with --force', async () => {
		const place = await usedPlace(placeOf);
		await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		await tamper(place, 'DELETE FROM policy');
		const refused = await runStore(['restore', '--store', place.url, '--from', backupFile()]);
		expect([refused.code, refused.stderr]).toEqual([
			1,
			expect.stringMatching(/^The store has data.*--force/),
		]);
		expect(await place.rows('policy')).toEqual([]);
		expect((await runStore(['restore', '--store', place.url, '--from', backupFile(), '--force'])).code).toBe(
			0,
		);
		expect(await place.rows('policy')).toHaveLength(1);
	});

	it.each([
		['how long things are kept', "INSERT INTO retention (name, kept_for) VALUES ('events', 86400000)"],
		[
			'the webhook URL of another system',
			"INSERT INTO webhook_url (channel, url, ours, active, at) VALUES ('1', 'https://shop.example', 0, 0, 0)",
		],
		[
			'a test of a policy',
			"INSERT INTO policy_test (policy_name, name, content, saved_at) VALUES ('strict', 'a', '{}', 0)",
		],
	])('a restore refuses to replace a store that only has %s', async (_, statement) => {
		const used = await usedPlace(placeOf);
		await runStore(['backup', '--store', used.url, '--to', backupFile()]);
		const place = newPlace(placeOf);
		await (await place.open()).close();
		await tamper(place, statement);
		const refused = await runStore(['restore', '--store', place.url, '--from', backupFile()]);
		expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The store has data/) });
	});

	it('a backup with problems is refused, and the store stays as it is', async () => {
		const place = await usedPlace(placeOf);
		await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		const copy = new DatabaseSync(backupFile());
		copy.exec("DELETE FROM counter WHERE name = 'health'");
		copy.close();
		const before = await rowsOf(place);
		const args = ['restore', '--store', place.url, '--from', backupFile(), '--force'];
		const { code, stderr } = await runStore(args);
		expect([code, stderr]).toEqual([1, expect.stringMatching(/can't be used: A counter is missing\./)]);
		writeFileSync(backupFile(), 'This is no backup, although it has the right name.');
		expect((await runStore(args)).stderr).toMatch(/can't be read: .*not a database/);
		expect(await rowsOf(place)).toEqual(before);
	});

	it('what is not of a store is left out of a restore, and named', async () => {
		const place = await usedPlace(placeOf);
		await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		const copy = new DatabaseSync(backupFile());
		copy.exec(`
			CREATE TABLE "my ""notes" (text TEXT);
			CREATE VIEW everything AS SELECT * FROM inbox;
			CREATE INDEX inbox_of_mine ON inbox (kind, id);
			CREATE TRIGGER copies AFTER INSERT ON inbox BEGIN INSERT INTO "my ""notes" VALUES (NEW.event); END;
			CREATE TRIGGER resumes AFTER UPDATE ON campaign BEGIN UPDATE campaign SET state = 'running'; END`);
		copy.close();
		const target = newPlace(placeOf);
		const { code, stdout } = await runStore(['restore', '--store', target.url, '--from', backupFile()]);
		expect(code).toBe(0);
		expect(stdout).toContain(
			`wasn't restored: trigger copies, trigger resumes, view everything, index inbox_of_mine, table my "notes.`,
		);
		expect(await rowsOf(target)).toEqual(await rowsOf(place));
		const [{ state }] = (await target.rows('campaign')) as [{ state: string }];
		expect(state).toBe('paused');
		await expect(target.rows('"my ""notes"')).rejects.toThrow();
		await expect(target.rows('everything')).rejects.toThrow();
	});

	it.each([
		['inbox', 2n ** 46n, 0],
		['inbox', 2n ** 46n + 1n, 1],
		['forward', 2n ** 63n - 1n, 1],
		['health', -1n, 1],
	])('a backup whose counter %s is %i is restored with code %i', async (name, value, expected) => {
		const place = await usedPlace(placeOf);
		await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		const copy = new DatabaseSync(backupFile());
		copy.prepare('UPDATE counter SET value = ? WHERE name = ?').run(value, name);
		copy.close();
		const target = newPlace(placeOf);
		const { code, stderr } = await runStore(['restore', '--store', target.url, '--from', backupFile()]);
		expect([code, stderr]).toEqual([
			expected,
			expected === 0 ? '' : expect.stringMatching(/can't be used: A counter isn't from 0 to 70368744177664/),
		]);
	});

	it('a backup of an older version is restored, and brought up to date', async () => {
		const old = new DatabaseSync(backupFile());
		makeTables(old, 7);
		old.exec("INSERT INTO policy (name, version, document, saved_at) VALUES ('own', 1, '{}', 1)");
		old.close();
		const check = await runStore(['check', '--store', `sqlite:${backupFile()}`]);
		expect([check.code, check.stdout]).toEqual([0, expect.stringMatching(/^schema +1 warning/m)]);
		const target = newPlace(placeOf);
		expect((await runStore(['restore', '--store', target.url, '--from', backupFile()])).code).toBe(0);
		expect(await target.rows('policy')).toHaveLength(1);
		const { stdout } = await runStore(['check', '--store', target.url, '--json']);
		expect(JSON.parse(stdout)).toMatchObject({ version: MIGRATIONS.length, sound: true });
	});

	it('a backup overwrites no file', async () => {
		const place = await usedPlace(placeOf);
		writeFileSync(backupFile(), 'mine');
		const { code, stderr } = await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		expect([code, stderr]).toEqual([
			1,
			`The file ${backupFile()} exists. Choose another name, or delete it.\n`,
		]);
		expect(statSync(backupFile()).size).toBe(4);
	});

	it('a backup to a folder that is not there is refused with what to do', async () => {
		const place = await usedPlace(placeOf);
		const { code, stderr } = await runStore([
			'backup',
			'--store',
			place.url,
			'--to',
			join(folder, 'none', 'backup.db'),
		]);
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(/^The backup can't be written: .*Check that its folder exists/),
		]);
	});

	it("says so if there's no store, and creates none", async () => {
		const place = newPlace(placeOf);
		const says = database === 'SQLite' ? /doesn't exist/ : /no store in it/;
		const check = await runStore(['check', '--store', place.url]);
		expect([check.code, check.stdout + check.stderr]).toEqual([1, expect.stringMatching(says)]);
		const backup = await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		expect([backup.code, backup.stderr]).toEqual([1, expect.stringMatching(says)]);
		expect(existsSync(backupFile())).toBe(false);
		await expect(place.rows('send')).rejects.toThrow();
	});
});

it.each(['that is there', 'that is gone'])(
	'a store that is a link to a file %s stays one when it is restored',
	async (which) => {
		const [, placeOf] = DATABASES[0]!;
		const place = await usedPlace(placeOf);
		await runStore(['backup', '--store', place.url, '--to', backupFile()]);
		const [elsewhere, link] = [join(folder, 'elsewhere', 'real.db'), join(folder, 'link.db')];
		mkdirSync(join(folder, 'elsewhere'));
		symlinkSync(join('elsewhere', 'real.db'), link);
		const restore = ['restore', '--store', `sqlite:${link}`, '--from', backupFile(), '--force'];
		expect(await runStore(restore)).toMatchObject({ code: 0, stderr: '' });
		if (which === 'that is there') expect(await runStore(restore)).toMatchObject({ code: 0, stderr: '' });
		expect(lstatSync(link).isSymbolicLink()).toBe(true);
		expect(lstatSync(elsewhere).isFile()).toBe(true);
		expect((await runStore(['check', '--store', `sqlite:${elsewhere}`])).stdout).toMatch(/^inbox +4$/m);
	},
);

it('a restore refuses a SQLite store that another process has open', async () => {
	const [, placeOf] = DATABASES[0]!;
	const place = await usedPlace(placeOf);
	await runStore(['backup', '--store', place.url, '--to', backupFile()]);
	const store = await place.open();
	const args = ['restore', '--store', place.url, '--from', backupFile(), '--force'];
	const { code, stderr } = await resultOf(runCommandLine(['store', ...args]));
	expect([code, stderr]).toEqual([1, expect.stringMatching(/^Another process uses the store.*Stop n8n/)]);
	await store.check();
	await store.close();
	expect((await runStore(args)).code).toBe(0);
});

describe('the command names every mistake in the command line at once', () => {
	it.each([
		[
			['backup', '--from', 'x', '--force', '--color'],
			[
				'Unknown flag: --color.',
				'--store is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE.',
				'--to is required: the file to write.',
				'--from only works with store restore.',
				'--force only works with store restore.',
			],
		],
		[
			['restore', 'now', '--store', 'sqlite:x', '--to', 'y'],
			[
				'Unexpected argument: now.',
				'--from is required: the file of the backup.',
				'--to only works with store backup.',
			],
		],
		[
			['mend', '--store', 'sqlite:x'],
			['Expected "store check", "store backup", or "store restore", not "store mend".'],
		],
	])('%j', async (args, mistakes) => {
		const { code, stdout, stderr } = await runStore(args);
		expect([code, stdout]).toEqual([2, '']);
		const [said] = stderr.split('\n\n');
		expect(said!.split('\n').sort()).toEqual([...mistakes].sort());
	});
});
