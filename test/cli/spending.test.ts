import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine, dayIn, parseWebhook, savePrices } from '../../engine';
import { openStore } from '../../store';
import { ACCOUNT, CHANNEL, customerMessage, messageStatus } from '../support/wire';
import { cliScene } from './support/cli-scene';

const scene = cliScene();
const AT = Date.UTC(2026, 9, 15, 12);

beforeEach(async () => {
	const store = await openStore(scene.storeUrl);
	const rows = [{ Market: 'Germany', Marketing: '0.1131' }];
	const prices = {
		account: ACCOUNT,
		currency: 'EUR',
		timeZone: 'Europe/Berlin',
		firstDay: '2026-10-01',
		rows,
	};
	await savePrices(store, prices, AT);
	const engine = createEngine({ store, now: () => AT });
	for (const [id, to, type] of [
		['a', '4917012345678', 'regular'],
		['b', '4917012345679', 'regular'],
		['c', '919812345678', 'free_entry_point'],
	] as const) {
		const pricing = { type, category: 'marketing' };
		await engine.ingest(parseWebhook(messageStatus({ at: AT, id, to, pricing }), AT));
	}
	await store.close();
});

const OCTOBER = ['--from', '2026-10-01', '--to', '2026-10-31'];
const run = (...args: string[]) =>
	scene.run(['spending', ...args], { BUSINESS_MESSAGING_STORE: scene.storeUrl });

describe('business-messaging spending', () => {
	it('says what messages cost', async () => {
		const { code, stdout, stderr } = await run(...OCTOBER, '--by', 'market', '--by', 'campaign');
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout.split('\n')).toEqual([
			`Account ${ACCOUNT}, 2026-10-01 to 2026-10-31 (Europe/Berlin)`,
			'',
			'market   campaign          spent  charged  free',
			'Germany  no campaign  EUR 0.2262        2     0',
			'India    no campaign  EUR 0.0000        0     1',
			'total                 EUR 0.2262        2     1',
			'',
			'EUR 0.2262 spent for 2 messages; 1 message free, in a free entry point.',
			'',
			"What the platform's business agent costs by tokens isn't included.",
			'',
		]);
	});

	it('says which numbers there are if it is asked about another one', async () => {
		expect(await run(...OCTOBER, '--channel', '999')).toEqual({
			code: 1,
			stdout: '',
			stderr: `The store has no number 999. It has ${CHANNEL}. Check --channel and --store.\n`,
		});
	});

	it('overwrites no file, and needs a folder that is there', async () => {
		const file = join(scene.folder, 'spending.csv');
		writeFileSync(file, 'mine');
		const { code, stderr } = await run(...OCTOBER, '--csv', file);
		expect([code, stderr]).toEqual([
			2,
			expect.stringMatching(/^--csv must name a file that does not exist yet/),
		]);
		expect(readFileSync(file, 'utf8')).toBe('mine');
		const missing = await run(...OCTOBER, '--csv', join(scene.folder, 'nowhere', 'spending.csv'));
		expect([missing.code, missing.stderr]).toEqual([
			2,
			expect.stringMatching(/^--csv must name a file in a folder/),
		]);
	});

	it('says in a sentence what they cost together, if it is not asked by what', async () => {
		expect((await run('--from', '2026-10-15', '--to', '2026-10-15')).stdout).toBe(
			`Account ${ACCOUNT}, 2026-10-15 (Europe/Berlin)\nEUR 0.2262 spent for 2 messages; 1 message free, in a free entry point.\n\nWhat the platform's business agent costs by tokens isn't included.\n`,
		);
	});

	it('writes a CSV file, and prints JSON with amounts in millionths', async () => {
		const file = join(scene.folder, 'spending.csv');
		const { stdout } = await run(...OCTOBER, '--by', 'day', '--csv', file, '--json');
		expect(JSON.parse(stdout)).toMatchObject({ by: { day: '2026-10-15' }, spent: 226_200 });
		expect(readFileSync(file, 'utf8')).toContain(`\n${ACCOUNT},2026-10-15,EUR,0.2262,`);
	});

	it('names customers, in JSON too', async () => {
		const store = await openStore(scene.storeUrl);
		const engine = createEngine({ store, now: () => AT });
		await engine.ingest(parseWebhook(customerMessage({ at: AT, from: '4917012345678' }), AT));
		await store.close();
		const asked = [...OCTOBER, '--by', 'customer'];
		expect((await run(...asked)).stdout).toMatch(/^Ada \(4917012345678\) +EUR 0\.1131/m);
		expect((await run(...asked, '--json')).stdout).toContain('"contactName":"Ada"');
	});

	it('says unknown where the cost of no message is known', async () => {
		const store = await openStore(scene.storeUrl);
		const engine = createEngine({ store, now: () => AT });
		const pricing = { type: 'regular', category: 'marketing' };
		await engine.ingest(parseWebhook(messageStatus({ at: AT, id: 'd', to: '33612345678', pricing }), AT));
		await store.close();
		expect((await run(...OCTOBER, '--by', 'market')).stdout).toMatch(/^France +unknown /m);
	});

	it('refuses a first day after the last', async () => {
		const { code, stderr } = await run('--from', '2026-10-31', '--to', '2026-10-01');
		expect([code, stderr]).toEqual([
			2,
			expect.stringContaining('--from 2026-10-31 is after --to 2026-10-01.'),
		]);
		expect((await run('--from', '2026-10-15', '--to', '2026-10-15')).code).toBe(0);
	});

	it('goes by the days of the account that the number belongs to', async () => {
		const store = await openStore(scene.storeUrl);
		const rows = [{ Market: 'Germany', Marketing: '0.1' }];
		// Their days never are the same.
		for (const [account, timeZone] of [
			['1', 'Pacific/Pago_Pago'],
			['2', 'Pacific/Kiritimati'],
		] as const) {
			await savePrices(store, { account, currency: 'EUR', timeZone, firstDay: '2026-01-01', rows }, AT);
		}
		const now = Date.now();
		const pricing = { type: 'regular', category: 'marketing' };
		const status = messageStatus({ at: now, id: 'k', account: '2', channel: '22', pricing });
		await createEngine({ store, now: () => now }).ingest(parseWebhook(status, now));
		await store.close();
		const { stdout } = await run('--channel', '22', '--from', '2026-10-01', '--to', 'today');
		const days = [now, Date.now()].map((at) => dayIn('Pacific/Kiritimati', at));
		expect(days.map((day) => `Account 2, 2026-10-01 to ${day} (Pacific/Kiritimati)`)).toContain(
			stdout.split('\n')[0],
		);
	});

	it('says that there is nothing', async () => {
		expect((await run('--from', '2026-09-01', '--to', '2026-09-30')).stdout).toBe(
			'No message of that time is counted.\n',
		);
		expect((await run('--from', 'yesterday', '--to', 'Today')).stdout).toBe(
			'No message of that time is counted.\n',
		);
	});

	it('exits with 2 for what it cannot read', async () => {
		const { code, stderr } = await run('--from', 'soon', '--by', 'year');
		expect(code).toBe(2);
		expect(stderr).toMatch(/--from must be a day such as 2026-10-01, today, or yesterday\./);
		expect(stderr).toMatch(/--by must be day or month or campaign/);
		expect((await run('--to', '2026-11-31')).stderr).toMatch(/--to must be a day such as 2026-10-01/);
	});
});
