import { readFileSync, rmSync, statSync } from 'node:fs';
import { createEngine, parseWebhook } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, preference } from '../support/wire';
import { inStore } from './support/in-store';

const OTHER = '106540352242999';
const QUIET = '106540352242777';
const STRANGER = '491709999999';

describe.each(DATABASES)('%s: everything about a customer', (_, placeOf) => {
	const at = inStore(placeOf);
	beforeEach(async () => {
		const engine = createEngine({ store: at.store });
		const now = Date.now();
		for (const channel of [CHANNEL, OTHER]) {
			await engine.ingest(parseWebhook(customerMessage({ at: now, channel, id: `wamid.${channel}` }), now));
		}
		await engine.ingest(parseWebhook(preference({ at: now, value: 'stop' }), now));
	});

	const stored = async (channel = CHANNEL) => {
		const { events } = await at.store.customers.export({ channel, name: CUSTOMER });
		return events.length;
	};

	it('export prints one document with all numbers, however the customer is written', async () => {
		const { code, stdout, stderr } = await at.run('customer', 'export', '+49 170 1234-5678');
		expect([code, stderr]).toEqual([0, '']);
		const { customer, numbers } = JSON.parse(stdout) as { customer: string; numbers: unknown[] };
		expect(customer).toBe(CUSTOMER);
		expect(numbers).toMatchObject([
			{ channel: CHANNEL, customer: CUSTOMER, events: [{ event: { kind: 'message' } }, {}] },
			{ channel: OTHER, customer: CUSTOMER, events: [{ event: { kind: 'message' } }] },
		]);
		expect(stdout).toMatch(/"receivedAt": "\d{4}-\d\d-\d\dT/);
	});

	it.each(['export', 'erase'])('%s refuses a customer that is blank', async (act) => {
		const { code, stderr } = await at.run('customer', act, ' ', '--yes');
		expect([code, stderr]).toEqual([
			2,
			expect.stringContaining(`customer ${act} needs a customer: a phone number`),
		]);
	});

	it('export needs a folder that is there', async () => {
		const { code, stderr } = await at.run('customer', 'export', CUSTOMER, '--to', 'nowhere/customer.json');
		expect([code, stderr]).toEqual([
			2,
			expect.stringMatching(/^--to must name a file in a folder that exists/),
		]);
	});

	it('export writes a file that only its owner can read, and overwrites none', async () => {
		const file = `${at.place.url.replace(/\W/g, '')}.json`;
		try {
			const first = await at.run('customer', 'export', CUSTOMER, '--to', file, '--channel', OTHER);
			expect([first.code, first.stdout]).toEqual([
				0,
				expect.stringMatching(new RegExp(`^Number ${OTHER}: .*1 event.*\\nWritten to ${file}\\. Only you`)),
			]);
			expect(statSync(file).mode & 0o777).toBe(0o600);
			expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ numbers: [{ channel: OTHER }] });
			const again = await at.run('customer', 'export', CUSTOMER, '--to', file);
			expect([again.code, again.stderr]).toEqual([
				2,
				expect.stringContaining('--to must name a file that does not exist yet.'),
			]);
		} finally {
			rmSync(file, { force: true });
		}
	});

	it('erase says what it would erase, and does nothing without --yes', async () => {
		const { code, stderr } = await at.run('customer', 'erase', CUSTOMER);
		expect(code).toBe(2);
		expect(stderr).toContain(`This erases everything that is stored about ${CUSTOMER}, for good:\n`);
		expect(stderr).toMatch(new RegExp(`^ {2}Number ${CHANNEL}: .*2 events`, 'm'));
		expect(stderr).toContain('Backups that were made before still have it.');
		expect(await stored()).toBe(2);
	});

	it('erase erases the customer of all numbers, and opt-outs still count', async () => {
		const { code, stdout } = await at.run('customer', 'erase', CUSTOMER, '--yes');
		expect(code).toBe(0);
		expect(stdout).toMatch(new RegExp(`^Erased, number ${CHANNEL}: .*2 events`, 'm'));
		expect([await stored(), await stored(OTHER)]).toEqual([0, 0]);
		const { optedOut } = await createEngine({ store: at.store }).conversation({
			channel: CHANNEL,
			to: CUSTOMER,
		});
		expect([...optedOut]).toEqual(['MARKETING']);
	});

	describe('a number without deliveries and decisions', () => {
		const gateway = createGatewayClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key' });

		it.each([
			[
				'for which a campaign is planned',
				async () => {
					const { campaigns } = createSender({ engine: createEngine({ store: at.store }), gateway });
					const template = { name: 'hello', language: 'en_US' };
					await campaigns.plan({ id: 'spring', channel: QUIET, template }, [{ to: STRANGER }]);
				},
				'1 message',
			],
			[
				'whose customer only opted out',
				() =>
					createEngine({ store: at.store }).record({
						kind: 'opt-out-set',
						channel: QUIET,
						to: STRANGER,
						categories: ['MARKETING'],
						value: 'stop',
						at: Date.now(),
					}),
				'1 fact about the conversation',
			],
			[
				'that only has another name of the customer',
				() => at.store.apply({ aliases: [{ scope: QUIET, alias: 'DE.77', contact: STRANGER }] }),
				'1 other name',
			],
		])('%s is one of all numbers', async (_what, act, said) => {
			await act();
			const { numbers } = JSON.parse((await at.run('customer', 'export', STRANGER)).stdout) as {
				numbers: unknown[];
			};
			expect(numbers).toMatchObject([{ channel: QUIET, customer: STRANGER }]);
			const { stdout } = await at.run('customer', 'erase', STRANGER, '--yes');
			expect(stdout).toBe(`Erased, number ${QUIET}: ${said}\n`);
		});
	});

	it('erase erases the customer of one number with --channel', async () => {
		const { stdout } = await at.run('customer', 'erase', CUSTOMER, '--yes', '--channel', OTHER, '--json');
		expect(JSON.parse(stdout)).toMatchObject({ channel: OTHER, customer: CUSTOMER, erased: { events: 1 } });
		expect([await stored(), await stored(OTHER)]).toEqual([2, 0]);
	});

	it('says that nothing is stored about somebody', async () => {
		const erased = await at.run('customer', 'erase', STRANGER, '--yes');
		expect([erased.code, erased.stdout]).toEqual([
			0,
			`Nothing is stored about ${STRANGER}. Check the number with its country code, and the store.\n`,
		]);
		expect(JSON.parse((await at.run('customer', 'export', STRANGER)).stdout)).toEqual({
			customer: STRANGER,
			numbers: [],
		});
	});
});
