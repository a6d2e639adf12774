import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../cli/commands';
import { typed } from '../../cli/read-arguments';
import { policies } from '../../engine';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { CAMPAIGN, useStore } from '../store/maintenance/support/used-store';
import { runCommandLine } from '../support/command-line';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { resultOf } from './support/cli-scene';

/** Commands that run until they are asked to stop. */
const SERVICES = ['sandbox', 'receive', 'console'];
const ACTIONS = commands
	.filter(({ name }) => !SERVICES.includes(name))
	.flatMap(({ name, actions }) => actions.map((action) => typed(name, action)));

const CUSTOMER = '491701234567';

describe('a command that isn’t a service ends by itself, in a process of its own', () => {
	let folder: string;
	let sandbox: Sandbox;
	let place: StorePlace;
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'business-messaging-processes-'));
		sandbox = await startSandbox();
	});
	afterEach(async () => {
		await place.remove();
		await sandbox.close();
		rmSync(folder, { recursive: true, force: true });
	});

	const file = (name: string, content: string) => {
		writeFileSync(join(folder, name), content);
		return join(folder, name);
	};
	const run = (words: readonly string[]) =>
		resultOf(
			runCommandLine([...words], {
				env: { BUSINESS_MESSAGING_STORE: place.url, BUSINESS_MESSAGING_API_KEY: sandbox.apiKey },
			}),
		);

	/** What follows each command, and the exit code. They run in this order. */
	const calls = (): Record<string, [words: string[], code?: number]> => ({
		'webhook check': [['--base-url', sandbox.url, '--channel', sandbox.phoneNumberId], 1],
		'campaign list': [[]],
		'campaign report': [[CAMPAIGN]],
		'campaign recipients': [[CAMPAIGN]],
		'campaign pause': [[CAMPAIGN]],
		'campaign resume': [[CAMPAIGN]],
		'campaign cancel': [[CAMPAIGN, '--yes']],
		'campaign retry': [[CAMPAIGN], 1],
		why: [[CUSTOMER]],
		'customer export': [[CUSTOMER]],
		'customer erase': [[CUSTOMER, '--yes']],
		'number settings': [[sandbox.phoneNumberId, '--policy', 'strict']],
		'policy list': [[]],
		'policy show': [['strict']],
		'policy save': [[file('mine.json', JSON.stringify({ ...policies.strict, name: 'mine' }))]],
		'policy test': [['strict']],
		'policy replay': [['strict']],
		'prices set': [
			[
				file('prices.csv', 'Market,Currency,Marketing\nGermany,EUR,0.1131\n'),
				'--account',
				'17',
				'--time-zone',
				'Europe/Berlin',
				'--first-day',
				'2026-10-01',
			],
		],
		'prices show': [[]],
		spending: [[]],
		'dead-letters list': [[]],
		'dead-letters replay': [['nobody'], 1],
		'dead-letters drop': [['nobody', '--yes'], 1],
		stats: [[]],
		metrics: [[]],
		prune: [['--yes']],
		'store check': [[]],
		'store backup': [['--to', join(folder, 'backup.db')]],
		'store restore': [['--from', join(folder, 'backup.db'), '--force']],
	});

	it.each(DATABASES)('on %s', async (database, placeOf) => {
		place = placeOf();
		await useStore(place, sandbox);
		const all = calls();
		expect(Object.keys(all)).toEqual(ACTIONS);
		// SQLite has no connections that could keep a process.
		const names = database === 'SQLite' ? ['why', 'campaign report'] : ACTIONS;
		for (const name of names) {
			const [words, code = 0] = all[name]!;
			const result = await run([...name.split(' '), ...words]);
			expect({ name, ...result }).toMatchObject({ name, code });
		}
	});
});
