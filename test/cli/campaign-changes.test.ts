import { createEngine, savePrices } from '../../engine';
import { createGatewayClient } from '../../gateway';
import type { Campaigns } from '../../sending';
import { createSender } from '../../sending';
import { DATABASES } from '../support/stores';
import { CHANNEL } from '../support/wire';
import { inStore } from './support/in-store';

const CUSTOMERS = ['491701111111', '491702222222', '491703333333'];
const template = { name: 'hello', language: 'en_US' };

describe.each(DATABASES)('%s: what a person does to a campaign', (_, placeOf) => {
	const at = inStore(placeOf);
	let campaigns: Campaigns;
	beforeEach(async () => {
		// Nothing is sent here, so nobody listens there.
		const gateway = createGatewayClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'a-key' });
		({ campaigns } = createSender({ engine: createEngine({ store: at.store }), gateway }));
		await campaigns.plan(
			{ id: 'spring', channel: CHANNEL, template },
			CUSTOMERS.map((to) => ({ to })),
		);
	});

	const stateNow = async () => (await campaigns.get('spring'))!;

	it('pause stops it with a reason, and resume continues it', async () => {
		const paused = await at.run('campaign', 'pause', 'spring', '--why', 'The price is wrong.');
		expect(paused).toEqual({
			code: 0,
			stdout: `The campaign spring (number ${CHANNEL}) is paused. It sends nothing until you resume it: business-messaging campaign resume spring\n`,
			stderr: '',
		});
		expect(await stateNow()).toMatchObject({ state: 'paused', why: 'The price is wrong.' });

		const resumed = await at.run('campaign', 'resume', '--json', 'spring');
		expect([resumed.code, JSON.parse(resumed.stdout)]).toEqual([
			0,
			expect.objectContaining({ id: 'spring', state: 'running' }),
		]);
	});

	describe('resume with a budget', () => {
		beforeEach(async () => {
			await savePrices(
				at.store,
				{
					account: 'an-account',
					currency: 'EUR',
					timeZone: 'UTC',
					firstDay: '2020-01-01',
					rows: [{ Market: 'Germany', Utility: '0.10', Marketing: '0.20' }],
				},
				at.store.runtime.now(),
			);
			await campaigns.plan(
				{ id: 'sale', channel: CHANNEL, account: 'an-account', template, budget: 0.5 },
				CUSTOMERS.map((to) => ({ to })),
			);
			await campaigns.pause('sale');
		});

		it('sets it, and says how much of it is left', async () => {
			const { code, stdout } = await at.run('campaign', 'resume', 'sale', '--budget', '0.75');
			expect([code, stdout]).toEqual([
				0,
				`The campaign sale (number ${CHANNEL}) is running. The next Send Due continues it. EUR 0.75 of its budget is left. A message that costs more pauses it again. To prevent that, run business-messaging campaign resume sale with a bigger --budget.\n`,
			]);
			expect((await campaigns.get('sale'))?.budget).toEqual({ amount: 750_000, currency: 'EUR' });
		});

		it('says what is left of the budget that it has, if none is given', async () => {
			const { stdout } = await at.run('campaign', 'resume', 'sale');
			expect(stdout).toContain('EUR 0.50 of its budget is left');
		});

		it('is told of in the report, with what is left', async () => {
			expect((await at.run('campaign', 'report', 'sale')).stdout).toContain(
				'The campaign is paused: Paused by hand.\nEUR 0.50 of its budget is left.\n',
			);
			await campaigns.cancel('sale');
			expect((await at.run('campaign', 'report', 'sale')).stdout).not.toContain('is left');
		});

		it.each(['0', '-1', 'much', '1.2345678'])('takes no %s', async (budget) => {
			const { code, stderr } = await at.run('campaign', 'resume', 'sale', `--budget=${budget}`);
			expect([code, stderr]).toEqual([
				2,
				expect.stringContaining(`--budget must be an amount above 0, such as 12.50, not "${budget}"`),
			]);
			expect((await campaigns.get('sale'))?.state).toBe('paused');
		});

		it('refuses one for a campaign that was planned without one', async () => {
			await campaigns.pause('spring');
			const { code, stderr } = await at.run('campaign', 'resume', 'spring', '--budget', '1');
			expect([code, stderr]).toEqual([1, expect.stringContaining('was planned without a budget')]);
		});
	});

	it('cancel says whom it costs what, and does nothing without --yes', async () => {
		const asked = await at.run('campaign', 'cancel', 'spring');
		expect([asked.code, asked.stdout]).toEqual([2, '']);
		expect(asked.stderr).toBe(
			`This cancels the campaign spring (number ${CHANNEL}) for good: 3 of 3 recipients still wait, and won't get their message.\nNothing was done. There is no terminal to ask on, so --yes is required.\n`,
		);
		expect((await stateNow()).state).toBe('running');

		const cancelled = await at.run('campaign', 'cancel', 'spring', '--yes');
		expect([cancelled.code, cancelled.stderr]).toEqual([0, '']);
		expect(await stateNow()).toMatchObject({ state: 'cancelled', why: 'The campaign was cancelled.' });
		const after = await at.run('campaign', 'resume', 'spring');
		expect([after.code, after.stderr]).toEqual([
			1,
			'The campaign "spring" is cancelled, so it can\'t become running. To send to its recipients, plan them in another campaign.\n',
		]);
	});

	it('cancel takes only some recipients out of it, once it is confirmed', async () => {
		const some = [
			'campaign',
			'cancel',
			'spring',
			'--recipient',
			CUSTOMERS[0]!,
			'--recipient',
			'491709999999',
		];
		const asked = await at.run(...some);
		expect([asked.code, asked.stderr]).toEqual([
			2,
			expect.stringContaining(
				'This takes the message of the campaign spring from 491701111111, 491709999999',
			),
		]);
		expect((await at.run(...some, '--why', 'Moved away.', '--yes')).stdout).toBe(
			'1 recipient gets no message of the campaign spring. Not waiting for a message: 491709999999.\n',
		);
		expect(await stateNow()).toMatchObject({ state: 'running' });
		expect((await campaigns.report('spring')).counts).toMatchObject({ planned: 2, skipped: 1 });
		const again = await at.run(...some, '--yes', '--json');
		expect(JSON.parse(again.stdout)).toMatchObject({ id: 'spring', skipped: 0, notWaiting: { length: 2 } });
	});

	it('recipients tells the names of the list, if it has any', async () => {
		await campaigns.plan({ id: 'named', channel: CHANNEL, template }, [
			{ to: CUSTOMERS[0]!, name: 'Fay' },
			{ to: CUSTOMERS[1]! },
		]);
		await campaigns.cancel('named', 'Too late.');
		const { stdout } = await at.run('campaign', 'recipients', 'named');
		expect(stdout.trim().split('\n').sort()).toEqual([
			`${CUSTOMERS[0]!}      Fay  skipped      campaign-cancelled: Too late.`,
			`${CUSTOMERS[1]!}           skipped      campaign-cancelled: Too late.`,
		]);
	});

	it('recipients lists everybody with the reason, or those in a state, up to a limit', async () => {
		await campaigns.cancel('spring', 'Too late.');
		const { code, stdout } = await at.run('campaign', 'recipients', 'spring');
		expect(code).toBe(0);
		expect(stdout.trim().split('\n').sort()).toEqual(
			CUSTOMERS.map((to) => `${to}      skipped      campaign-cancelled: Too late.`),
		);
		const skipped = await at.run(
			'campaign',
			'recipients',
			'spring',
			'--state',
			'skipped',
			'--limit',
			'2',
			'--json',
		);
		expect(
			skipped.stdout
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as object),
		).toEqual([
			expect.objectContaining({ campaign: 'spring', state: 'skipped', reason: 'Too late.' }),
			expect.objectContaining({ campaign: 'spring', state: 'skipped' }),
		]);
		expect((await at.run('campaign', 'recipients', 'spring', '--state', 'held')).stdout).toBe(
			'No recipients.\n',
		);
	});

	it('retry plans again, and asks before it may send something twice', async () => {
		expect((await at.run('campaign', 'retry', 'spring')).stdout).toBe(
			'Nothing to retry: no recipient failed.\n',
		);
		const risky = await at.run('campaign', 'retry', 'spring', '--recipients', 'unconfirmed');
		expect([risky.code, risky.stderr]).toEqual([
			2,
			expect.stringMatching(/^This sends messages again whose answers were lost\. .* twice\.$/m),
		]);
		const confirmed = await at.run(
			'campaign',
			'retry',
			'spring',
			'--recipients',
			'unconfirmed',
			'--yes',
			'--json',
		);
		expect(JSON.parse(confirmed.stdout)).toEqual({
			campaign: 'spring',
			recipients: 'unconfirmed',
			planned: 0,
		});
	});
});
