import { costRangeText, createEngine, savePrices } from '../../../engine';
import { createSender } from '../../../sending';
import { CUSTOMER } from '../stage';
import { customers, inEachDatabase } from './scene';

const ROWS = [{ Market: 'Germany', Utility: '0.10', Marketing: '0.20' }];

inEachDatabase((at) => {
	beforeEach(async () => {
		// The account of the number is learned from the first delivery.
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.hear();
	});

	const setPrices = (rows: Array<Record<string, string>> = ROWS, currency = 'EUR') =>
		savePrices(
			at.store,
			{
				account: at.sandbox.accountId,
				currency,
				timeZone: 'UTC',
				firstDay: '2020-01-01',
				rows,
			},
			at.store.runtime.now(),
		);
	const spring = async () => (await at.campaigns.get('spring'))!;
	/** The reactions to what is in the inbox, by name. */
	async function reactions(): Promise<string[]> {
		const events = (await at.store.inbox.read({ limit: 1_000 })).map(({ event }) => event);
		const ofCampaigns = events.filter(({ kind }) => kind === 'campaign');
		return (await Promise.all(ofCampaigns.map((event) => at.engine.reactionsTo(event))))
			.flat()
			.map(({ text }) => text);
	}

	describe('a campaign with a budget', () => {
		it('sends everything that fits, exactly, and isn’t paused', async () => {
			await setPrices();
			await at.plan(customers(5), { budget: 0.5 });
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(5);
			expect(await spring()).toMatchObject({
				state: 'running',
				budget: { amount: 500_000, currency: 'EUR' },
			});
		});

		it('is paused by the first message that doesn’t fit, with a sentence', async () => {
			await setPrices();
			await at.plan(customers(9), { budget: 0.55 });
			const { paused } = await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(5);
			const why =
				'The budget of EUR 0.55 was reached. When it paused the campaign, the messages had cost up to EUR 0.50, and the next one costs up to EUR 0.10. To continue, resume the campaign with a bigger budget, or with the same one if some of the messages have failed or turned out to be free since then.';
			expect(paused).toEqual([{ campaign: 'spring', channel: at.spring.channel, why, waiting: 4 }]);
			expect(await spring()).toMatchObject({ state: 'paused', why });
		});

		it('says why it was paused with as many decimals in each amount', async () => {
			await setPrices([{ Market: 'Germany', Utility: '0.1131' }]);
			await at.plan(customers(2), { budget: 0.2 });
			await at.campaigns.sendDue();
			expect((await spring()).why).toMatch(/ EUR 0\.2000 .* EUR 0\.1131, .* EUR 0\.1131\./);
		});

		it('says in its report what is left now, also once some of its messages have failed', async () => {
			await setPrices();
			await at.plan(customers(9), { budget: 0.55 });
			await at.sandbox.control.faults({ failStatus: { code: 131026 } });
			await at.campaigns.sendDue();
			expect((await at.campaigns.report('spring')).budgetLeft).toBe(50_000);
			await at.hear();
			expect((await at.campaigns.report('spring')).budgetLeft).toBe(550_000);
			await at.plan(customers(1), { id: 'free' });
			expect(await at.campaigns.report('free')).not.toHaveProperty('budgetLeft');
		});

		it('continues when it’s resumed with a bigger one, which counts what was spent', async () => {
			await setPrices();
			await at.plan(customers(9), { budget: 0.55 });
			await at.campaigns.sendDue();
			await at.campaigns.resume('spring', { budget: 0.7 });
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(7);
			expect(await spring()).toMatchObject({ state: 'paused', budget: { amount: 700_000 } });
		});

		it('isn’t replaced by one that is spent already', async () => {
			await setPrices();
			await at.plan(customers(9), { budget: 0.55 });
			await at.campaigns.sendDue();
			await expect(at.campaigns.resume('spring', { budget: 0.5 })).rejects.toThrow(
				'The campaign "spring" has spent EUR 0.50, so a budget of EUR 0.50 would pause it again at once. Set a bigger one: it counts what was spent already.',
			);
			expect(await spring()).toMatchObject({ state: 'paused', budget: { amount: 550_000 } });
			await at.campaigns.resume('spring', { budget: 0.500001 });
			expect(await spring()).toMatchObject({ state: 'running', budget: { amount: 500_001 } });
		});

		it('is paused once the prices are in another currency, as amounts of two are never added', async () => {
			await setPrices();
			await at.plan(customers(5), { budget: 0.5 });
			await setPrices(ROWS, 'JPY');
			const { paused } = await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(0);
			expect(paused).toMatchObject([
				{
					campaign: 'spring',
					why: "The prices are in JPY now, but the budget of EUR 0.50 isn't, and amounts of two currencies are never added. Cancel the campaign, and plan those who are left in another one.",
					waiting: 5,
				},
			]);
		});

		it('is paused again if it’s resumed with the same one', async () => {
			await setPrices();
			await at.plan(customers(9), { budget: 0.55 });
			await at.campaigns.sendDue();
			await at.campaigns.resume('spring');
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(5);
			expect(await spring()).toMatchObject({ state: 'paused' });
		});

		it('has room again for as much as messages cost that failed', async () => {
			await setPrices();
			await at.plan(customers(9), { budget: 0.55 });
			await at.sandbox.control.faults({ failStatus: { code: 131026 } });
			await at.campaigns.sendDue();
			await at.hear();
			const sums = await at.store.money.spent({
				channel: at.spring.channel,
				day: '9999-01-01',
				campaign: 'spring',
			});
			expect(sums).toMatchObject([{ category: 'utility', byCampaign: 0 }]);
			await at.campaigns.resume('spring');
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(9);
		});

		it('counts a market without a price as the highest of the category', async () => {
			await setPrices();
			await at.plan(['48601123456', '48601123457'], { budget: 0.1 });
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(1);
			expect(await spring()).toMatchObject({ state: 'paused' });
		});

		it('is paused if nobody knows what its messages cost', async () => {
			await setPrices([{ Market: 'Germany', Marketing: '0.20' }]);
			await at.plan(customers(2), { budget: 0.5 });
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([]);
			expect((await spring()).why).toMatch(/^What the next message costs isn't known/);
		});

		it('leaves other campaigns of the number alone', async () => {
			await setPrices();
			await at.plan(customers(9), { budget: 0.25 });
			await at.plan(customers(4), { id: 'free' });
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(6);
			expect((await at.campaigns.report('free')).counts.accepted).toBe(4);
		});

		it('is never exceeded by eight workers at once', async () => {
			await setPrices();
			await at.plan(customers(60), { budget: 2.35 });
			const others = await Promise.all(Array.from({ length: 7 }, at.another));
			const workers = others.map((store) => {
				const engine = createEngine({ store });
				return createSender({ engine, gateway: at.gateway, pace: { perSecond: 1_000 } }).campaigns;
			});
			await Promise.all([at.campaigns, ...workers].map((campaigns) => campaigns.sendDue()));
			expect(at.reached()).toHaveLength(23);
			expect(await spring()).toMatchObject({ state: 'paused' });
		});
	});

	describe('a budget that can’t be', () => {
		it.each([0, -1, Number.NaN, 0.000_000_1, '50' as never])('%p is refused', async (budget) => {
			await setPrices();
			await expect(at.plan(customers(1), { budget })).rejects.toThrow('budget');
			expect(await at.campaigns.get('spring')).toBeUndefined();
		});

		it('is one without prices: the plan says where to set them', async () => {
			await expect(at.plan(customers(1), { budget: 5 })).rejects.toThrow('Set them first');
			expect(await at.campaigns.get('spring')).toBeUndefined();
		});

		it('is one without prices: a dry run says it before the plan, unless the campaign was planned without', async () => {
			const dryRun = () =>
				at.campaigns.dryRun(
					{ ...at.spring, budget: 5 },
					customers(1).map((to) => ({ to })),
				);
			await expect(dryRun()).rejects.toThrow('Set them first');
			await at.plan(customers(1));
			await expect(dryRun()).resolves.toMatchObject({ planned: 1 });
		});

		it('is one given to a campaign that was planned without', async () => {
			await setPrices();
			await at.plan(customers(1));
			await at.campaigns.pause('spring');
			await expect(at.campaigns.resume('spring', { budget: 5 })).rejects.toThrow('planned without a budget');
		});
	});

	describe('the shares of a budget', () => {
		it('are told at 50, 80, and 100 percent, each once, in Send Due’s summary and as reactions', async () => {
			await setPrices();
			await at.plan(customers(4), { budget: 1 });
			expect((await at.campaigns.sendDue()).budgets).toEqual([]);
			await at.plan(customers(5), { budget: 1 });
			expect((await at.campaigns.sendDue()).budgets).toMatchObject([
				{
					campaign: 'spring',
					share: 50,
					spentPercent: 50,
					spent: 500_000,
					budget: 1_000_000,
					currency: 'EUR',
				},
			]);
			await at.plan(customers(12), { budget: 1 });
			expect((await at.campaigns.sendDue()).budgets).toMatchObject([{ share: 80 }, { share: 100 }]);
			expect((await at.campaigns.sendDue()).budgets).toEqual([]);
			expect(await reactions()).toEqual([
				'The campaign spring has spent at least half of its budget (EUR 0.50 of EUR 1.00, 50%).',
				'The campaign spring has spent at least 80% of its budget (EUR 1.00 of EUR 1.00, 100%).',
				'No further message fits into the budget of the campaign spring (EUR 1.00 of EUR 1.00, 100%).',
			]);
		});

		it('are 100 percent when the next message doesn’t fit, with how much is spent', async () => {
			await setPrices();
			await at.plan(customers(2), { budget: 0.15 });
			const { budgets } = await at.campaigns.sendDue();
			expect(budgets.map(({ share, spentPercent }) => [share, spentPercent])).toEqual([
				[50, 66],
				[100, 66],
			]);
			expect((await reactions()).at(-1)).toBe(
				'No further message fits into the budget of the campaign spring (EUR 0.10 of EUR 0.15, 66%).',
			);
		});
	});

	it('Plan says what it costs, from and up to, as a freeform message may be free', async () => {
		await setPrices([{ Market: 'Germany', Utility: '0.10', Service: '0.03' }]);
		const cost = { currency: 'EUR', unknown: {} };
		const freeform = { type: 'text' as const, text: { body: 'Hi' } };
		expect(await at.plan(customers(2), { freeform })).toMatchObject({
			cost: { ...cost, least: 0, most: 200_000 },
		});
		const planned = await at.plan([...customers(4), '48601123456']);
		expect(planned).toMatchObject({ planned: 3, repeated: 2 });
		expect(planned.cost).toEqual({
			...cost,
			least: 200_000,
			most: 200_000,
			known: 2,
			unknown: { 'Rest of Central & Eastern Europe': 1 },
			unknownCategories: ['utility'],
		});
		expect(costRangeText(planned.cost!)).toBe(
			"EUR 0.20 for 2 messages; no price for utility in Rest of Central & Eastern Europe (1 message), which this amount doesn't include",
		);
	});
});
