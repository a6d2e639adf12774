import { savePrices } from '../../engine';
import type { CampaignDetailRecord, OverviewRecord, PageOf, RecipientRecord } from '../../console/records';
import { DATABASES, type StorePlace } from '../support/stores';
import { HOUR } from '../support/wire';
import { serve, type Served } from './support/served';

const [ADA, BEN, CLEO] = ['491701111111', '491702222222', '491703333333'];

describe.each(DATABASES)('%s: a campaign in the console', (_, placeOf) => {
	let place: StorePlace;
	let at: Served;
	beforeEach(async () => {
		place = placeOf();
		at = await serve(place);
		await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
		// The account of the number is learned from the first delivery.
		await at.sandbox.control.customerWrites({ from: '491709999999', text: 'Hello' });
		await at.hear();
	});
	afterEach(async () => {
		await at.close();
		await place.remove();
	});

	const ref = () => ({ channel: at.sandbox.phoneNumberId, id: 'spring' });
	const plan = (more = {}) =>
		at.sender.campaigns.plan(
			{ ...ref(), template: { name: 'news', language: 'en_US' }, ...more },
			[ADA, BEN, CLEO].map((to) => ({ to: to! })),
		);
	const view = (fits: (view: CampaignDetailRecord) => boolean = () => true) =>
		at.view<CampaignDetailRecord>('campaign', ref(), fits);
	const setPrices = async () =>
		savePrices(
			at.store,
			{
				account: at.sandbox.accountId,
				currency: 'EUR',
				timeZone: 'UTC',
				firstDay: '2020-01-01',
				rows: [{ market: 'Germany', category: 'marketing', price: '0.1' }],
			},
			at.store.runtime.now(),
		);

	it('says that messages wait because it is paused, and what continues it', async () => {
		await plan();
		expect((await view()).reasons).toEqual([]);
		await at.sender.campaigns.pause('spring', 'Wait for the new prices.');
		expect((await view(({ state }) => state === 'paused')).reasons).toEqual([
			{
				state: 'planned',
				rule: '',
				isOfPolicy: false,
				reason: 'They wait because the campaign is paused. They go out once somebody resumes it.',
				count: 3,
			},
		]);
	});

	it('says that messages wait for its budget, what was spent, and what that is at most', async () => {
		await setPrices();
		await plan({ budget: 0.25 });
		await at.sender.campaigns.sendDue();
		const paused = await view(({ state }) => state === 'paused');
		expect(paused.reasons).toMatchObject([
			{
				count: 1,
				reason: 'They wait because the campaign is paused. They go out once somebody resumes it.',
			},
		]);
		expect(paused.why).toMatch(/ resume the campaign with a bigger budget,/);
		expect([paused.spent, paused.budget]).toEqual([
			"EUR 0.00; at most EUR 0.20 with messages whose cost isn't known yet",
			'EUR 0.25, EUR 0.05 left',
		]);
		const { attention } = await at.view<OverviewRecord>('overview', {}, (one) => one.attention.length > 0);
		expect(attention).toMatchObject([
			{ sentence: expect.stringMatching(/ EUR 0\.05 of its budget is left now\.$/) },
		]);
		await at.hear();
		await view(({ spent }) => spent === 'EUR 0.20');
	});

	it('says that messages wait until it starts', async () => {
		const startAt = (await at.engine.now(ref().channel)) + HOUR;
		await plan({ startAt });
		const start = new Date(Math.floor(startAt)).toISOString().slice(0, 16);
		expect((await view()).reasons[0]!.reason).toContain(`They wait until the campaign starts at ${start}`);
	});

	it('tells why a message is held in the past once its time is over', async () => {
		await at.sandbox.control.pause('news');
		await at.hear();
		await plan();
		await at.sender.campaigns.sendDue();
		const reasons = async () => {
			const { rows } = await at.api<PageOf<RecipientRecord>>('recipients', { ...ref(), state: 'held' });
			const held = (await view(({ counts }) => counts.held === 3)).reasons;
			return [...rows.map(({ reason }) => reason), ...held.map(({ reason }) => reason)];
		};
		for (const reason of await reasons()) expect(reason).toMatch(/ The pause ends at \S+Z\.$/);
		await at.sandbox.clock.advance(4 * HOUR);
		await at.engine.observeClock(ref().channel, at.sandbox.clock.now());
		await view(({ reasons: [first] }) => first?.reason.includes('The pause ended at') === true);
		for (const reason of await reasons()) expect(reason).toMatch(/ The pause ended at \S+Z\.$/);
	});

	describe('whose recipients all failed', () => {
		const ends = async (code: number) => {
			await at.sandbox.control.faults({ failStatus: { code } });
			await plan();
			await at.sender.campaigns.sendDue();
			await at.hear();
			return view(({ counts }) => counts.failed === 3);
		};

		it('says what that means and what to do, of all and of each', async () => {
			const { reasons } = await ends(131026);
			const { rows } = await at.api<PageOf<RecipientRecord>>('recipients', ref());
			const said = [...reasons, ...rows].map(({ reason }) => reason);
			expect(said).toHaveLength(4);
			for (const reason of said)
				expect(reason).toMatch(
					/^This message can't be delivered .* Trying again won't help\. The gateway's /,
				);
		});

		it('names Retry if that may help', async () => {
			expect(await ends(131049)).toMatchObject({ state: 'finished', retryHelps: true });
		});

		it('names no Retry that can never help', async () => {
			expect(await ends(131026)).not.toHaveProperty('retryHelps');
		});
	});
});
