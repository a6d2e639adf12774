import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { changeSettings, createEngine, forgetOldNow, parseWebhook } from '../../../engine';
import { MIGRATIONS } from '../../../store/database';
import type { Checked, StoreCheck } from '../../../store/maintenance';
import { checkStore, storeAddress } from '../../../store/maintenance';
import type { Sandbox } from '../../../sandbox';
import { startSandbox } from '../../../sandbox';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, DAY } from '../../support/wire';
import { tamper, useStore } from './support/used-store';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const HOUR = 60 * 60_000;

/** What was found, by the name of the check. */
const found = ({ checks }: StoreCheck) =>
	checks.flatMap(({ name, findings }) =>
		findings.map(({ severity, text }) => `${severity} of ${name}: ${text}`),
	);

/** Takes away the opt-out that an event tells of. */
const LOST = "DELETE FROM register WHERE name LIKE 'opt-out:%'";

/** Damage, and what the check says of it. `of` is the one row that is damaged. */
const DAMAGE: ReadonlyArray<[what: string, statements: string, check: Checked['name'], says: RegExp]> = [
	[
		'a recipient of a campaign that is gone',
		"DELETE FROM campaign WHERE id = 'spring'",
		'references',
		/campaign that doesn't exist/,
	],
	[
		"a campaign whose policy isn't stored",
		"UPDATE campaign SET policy_name = 'lost'",
		'references',
		/version of a policy that isn't stored/,
	],
	[
		"a decision whose policy isn't in the log",
		"INSERT INTO decision (key, part, channel, contact, at, policy, action, rule) VALUES ('k', 0, '1', 'a', 1, 'lost', 'skip', 'r')",
		'references',
		/policy that isn't in the log/,
	],
	['a reader that is gone', 'DELETE FROM subscription', 'references', /subscription that doesn't exist/],
	[
		'a name that leads to a name',
		"INSERT INTO alias (scope, alias, contact) VALUES ('1', 'a', 'b'), ('1', 'b', 'c')",
		'references',
		/name leads to another name/,
	],
	[
		'a recipient that waits for nothing',
		"UPDATE send SET due = NULL WHERE state = 'planned'",
		'leases',
		/without a time and without a template/,
	],
	[
		'a claim without an end',
		"UPDATE send SET state = 'claimed', due = NULL WHERE state = 'planned'",
		'leases',
		/the lease has no end/,
	],
	[
		'a batch that is leased for years',
		`UPDATE partition_cursor SET token = 't', leased_until = ${Date.now() + 10_000 * HOUR}, lease_ms = ${10_000 * HOUR}`,
		'leases',
		/leased for more than a day, so that its partition/,
	],
	[
		'a state that nobody knows',
		"UPDATE send SET state = 'lost' WHERE state = 'planned'",
		'states',
		/The state of a send is none/,
	],
	[
		'a final state that still waits',
		"UPDATE send SET due = 0 WHERE state = 'delivered'",
		'states',
		/final state and still waits/,
	],
	[
		'a single message that was claimed',
		"UPDATE send SET campaign = NULL, state = 'claimed' WHERE state = 'planned'",
		'states',
		/only recipients of campaigns have/,
	],
	["an event that isn't JSON", "UPDATE inbox SET event = '{' WHERE seq = 1", 'states', /event of inbox/],
	['a counter that is gone', "DELETE FROM counter WHERE name = 'health'", 'counters', /counter is missing/],
	[
		'a counter that is behind',
		"UPDATE counter SET value = 1 WHERE name = 'inbox'",
		'counters',
		/higher number than was ever taken/,
	],
	[
		'a reader that settled what it never got',
		'UPDATE partition_cursor SET seq = out_to + 1 WHERE number = 0',
		'counters',
		/never handed out/,
	],
	[
		'a partition that is gone',
		'DELETE FROM partition_cursor WHERE number = 3',
		'counters',
		/lacks a partition/,
	],
	['nobody said who may write', 'DELETE FROM store_format', 'schema', /which versions may write/],
	[
		'a window that is older than a message',
		"UPDATE register SET at = at - 1000 WHERE name = 'window'",
		'refold',
		/older than an event in the inbox says/,
	],
	['an opt-out that was lost', LOST, 'refold', /lacks what an event in the inbox says, so/],
	[
		"a delivered message that isn't",
		"UPDATE send SET state = 'accepted' WHERE state = 'delivered'",
		'refold',
		/reported a message as delivered or read/,
	],
];

describe.each(DATABASES)('%s', (database, placeOf) => {
	let place: StorePlace;
	beforeEach(async () => {
		place = placeOf();
		await useStore(place, sandbox);
	});
	afterEach(() => place.remove());

	const check = () => checkStore(storeAddress(place.url));

	it('a store that was used is sound, and the check changes nothing', async () => {
		const before = await place.rows('send');
		const report = await check();
		expect(found(report)).toEqual([]);
		expect(report).toMatchObject({
			sound: true,
			version: MIGRATIONS.length,
			newestVersion: MIGRATIONS.length,
			minimumWriter: 31,
			rows: { inbox: 4, send: 4, campaign: 1, subscription: 1, partition_cursor: 4 },
		});
		expect(report.checks.map(({ name }) => name)).toEqual([
			'integrity',
			'schema',
			'references',
			'leases',
			'states',
			'counters',
			'refold',
		]);
		expect(await place.rows('send')).toEqual(before);
	});

	it.each(DAMAGE)('finds %s', async (_, statements, name, says) => {
		await tamper(place, statements);
		const report = await check();
		expect(report.sound).toBe(false);
		expect(found(report)).toEqual(
			expect.arrayContaining([expect.stringMatching(new RegExp(`problem of ${name}: .*${says.source}`))]),
		);
	});

	it.each([
		['a lease of an hour', `leased_until = ${Date.now() + HOUR}, lease_ms = ${HOUR}`],
		[
			'a lease that a clock gave that was ahead',
			`leased_until = ${Date.now() + 10_000 * HOUR}, lease_ms = ${HOUR}`,
		],
	])('%s is no problem, as it ends', async (_, set) => {
		await tamper(place, `UPDATE partition_cursor SET token = 't', ${set}`);
		expect(found(await check())).toEqual([]);
	});

	it('what a number keeps for less time than its events is no loss', async () => {
		const store = await place.open();
		const now = store.runtime.now();
		const at = now - 3 * DAY;
		await createEngine({ store }).ingest(
			parseWebhook(customerMessage({ at, from: '491705555555', channel: '1' }), at),
		);
		await changeSettings(store, '1', { set: { retention: { conversations: DAY } }, unset: [] });
		await forgetOldNow(store, now);
		await store.close();
		expect(found(await check())).toEqual([]);
	});

	it('warns of a worker that is gone, while nobody sends what is due', async () => {
		const since = (ms: number) =>
			`UPDATE send SET state = 'sending', due = ${Date.now() - ms} WHERE state = 'planned'`;
		await tamper(place, since(HOUR - 60_000));
		expect(found(await check())).toEqual([]);
		await tamper(place, `UPDATE send SET due = due - 120000 WHERE state = 'sending'`);
		const report = await check();
		expect(report.sound).toBe(true);
		expect(found(report)).toEqual([expect.stringMatching(/^warning of leases: The lease of a worker ended/)]);
	});

	it.each([
		['of a kind', `'{"kind":"reaction_of_tomorrow","id":"first"}'`],
		['of a form', `'{"kind":"message","id":"first"}'`],
		['without anything', "'null'"],
	])('warns of an event %s that this version does not know, and checks the others', async (_, event) => {
		await tamper(place, `UPDATE inbox SET event = ${event} WHERE seq = 1; ${LOST}`);
		expect(found(await check())).toEqual([
			expect.stringMatching(/^warning of refold: .* doesn't understand an event in the inbox/),
			expect.stringMatching(/^problem of refold: The state lacks/),
		]);
	});

	it('names the rows, at most three, and counts all', async () => {
		await tamper(place, "UPDATE send SET due = NULL WHERE state = 'planned'");
		const { checks } = await check();
		const [finding] = checks.find(({ name }) => name === 'leases')!.findings;
		expect(finding).toMatchObject({ count: 3 });
		const keys = (await place.rows('send')).map((row) => (row as { key: string }).key);
		expect(finding!.examples).toHaveLength(3);
		expect(finding!.examples.filter((key) => !keys.includes(key))).toEqual([]);
	});

	it("doesn't take what is left of erased customers for damage", async () => {
		const store = await place.open();
		await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
		expect(found(await check())).toEqual([]);
	});

	it('says which version has to write, and that an older one is brought up to date later', async () => {
		await tamper(place, `UPDATE store_format SET minimum_writer = ${MIGRATIONS.length}`);
		expect((await check()).sound).toBe(true);
		await tamper(place, `UPDATE store_format SET minimum_writer = ${MIGRATIONS.length + 1}`);
		const report = await check();
		expect(report.sound).toBe(false);
		expect(found(report)).toEqual([expect.stringMatching(/^problem of schema: .*Update the package/)]);
	});

	it('finds a column that is missing', async () => {
		await tamper(place, 'ALTER TABLE subscription DROP COLUMN name');
		const report = await check();
		expect(found(report)).toEqual([
			'problem of integrity: The column name of the table subscription is missing.',
		]);
		expect(report.rows).toEqual({});
	});

	it('an empty place has no store in it', async () => {
		await tamper(place, database === 'SQLite' ? 'PRAGMA user_version = 0' : 'DROP TABLE schema_version');
		expect(found(await check())).toEqual(['problem of integrity: There is no store in it.']);
	});
});

it("finds a SQLite file that the disk has damaged, and one that isn't a database", async () => {
	const [, placeOf] = DATABASES[0]!;
	const place = placeOf();
	const file = place.url.slice('sqlite:'.length);
	await useStore(place, sandbox);
	const overwrite = (from: number, to: number) => {
		const descriptor = openSync(file, 'r+');
		writeSync(descriptor, Buffer.alloc(to - from, 0x5a), 0, to - from, from);
		closeSync(descriptor);
	};
	overwrite(4_096 * 3, statSync(file).size);
	const damaged = await checkStore(storeAddress(place.url)).then(found, String);
	expect(String(damaged)).toMatch(/problem of integrity|can't be read/);
	overwrite(0, 4_096);
	await expect(checkStore(storeAddress(place.url))).rejects.toThrow(
		/can't be read: .*file is not a database/,
	);
	await place.remove();
});
