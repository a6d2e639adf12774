import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../store';
import { cliScene } from './support/cli-scene';

const scene = cliScene();

beforeEach(async () => {
	await (await openStore(scene.storeUrl)).close();
});

const run = (...args: string[]) =>
	scene.run(['prices', ...args], { BUSINESS_MESSAGING_STORE: scene.storeUrl });

function fileOf(...lines: string[]): string {
	const file = join(scene.folder, 'prices.csv');
	writeFileSync(file, lines.join('\n'));
	return file;
}

const PRICES = [
	'Market,Currency,Marketing,Utility,Fee',
	'Germany,EUR,0.1131,0.0456,0.002',
	'Poland,EUR,0.0707,,',
];
const BERLIN = ['--time-zone', 'Europe/Berlin', '--first-day', '2026-10-01'];

describe('business-messaging prices', () => {
	it('sets prices from a file, and shows them with what is worth a look', async () => {
		const { code, stdout, stderr } = await run('set', fileOf(...PRICES), ...BERLIN, '--account', '17');
		expect([code, stderr]).toEqual([0, '']);
		const table = [
			'Account 17, from 2026-10-01 on (Europe/Berlin), version 1:',
			'  Germany, marketing: EUR 0.1131 and a fee of 0.0020',
			'  Germany, utility: EUR 0.0456 and a fee of 0.0020',
			'  Poland, marketing: EUR 0.0707',
		];
		expect(stdout.trimEnd().split('\n')).toEqual([
			...table,
			'Warning: Poland has no price for utility, but other markets have one. What such messages cost stays unknown.',
		]);
		expect((await run('show')).stdout.trimEnd().split('\n')).toEqual(table);
	});

	it('prints JSON with amounts in millionths', async () => {
		await run('set', fileOf(...PRICES), ...BERLIN, '--account', '17');
		const { tables } = JSON.parse((await run('show', '--json')).stdout) as { tables: unknown[] };
		expect(tables).toMatchObject([{ account: '17', prices: [{ price: 113_100, fee: 2_000 }, {}, {}] }]);
	});

	it('saves nothing if something is wrong, and says everything', async () => {
		const file = fileOf('Market,Marketing', 'Atlantis,0.1', 'Germany,-1');
		const { code, stderr } = await run('set', file, ...BERLIN, '--account', '17');
		expect(code).toBe(1);
		expect(stderr.match(/^- .*/gm)).toEqual([
			'- Enter the currency of the prices, for example EUR.',
			expect.stringMatching(/^- Row 1, Market: "Atlantis" isn't a market\./),
			expect.stringMatching(/^- Row 2, Marketing: "-1" is negative\./),
		]);
		expect((await run('show')).stdout).toBe('No prices are set. Use prices set FILE.\n');
	});

	it('asks for the account if the store knows none', async () => {
		const { code, stderr } = await run('set', fileOf(...PRICES), ...BERLIN);
		expect([code, stderr]).toEqual([1, 'The store knows no account yet. Name it with --account.\n']);
	});

	it.each([
		[['change'], /Expected "prices set" or "prices show", not "prices change"\./],
		[['set'], /--time-zone is required: .*\nprices set needs a CSV file\./],
		[['set', '/nowhere.csv', ...BERLIN], /The file \/nowhere\.csv doesn't exist\./],
		[['set', '/', ...BERLIN], /The file \/ doesn't exist\./],
	])('exits with 2 for %p', async (args, message) => {
		const { code, stderr } = await run(...args);
		expect(code).toBe(2);
		expect(stderr).toMatch(message);
	});
});
