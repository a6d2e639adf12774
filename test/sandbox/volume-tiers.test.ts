import { billed, CHARGED, MONTH_ENDS } from './support/billed';
import { CUSTOMER, DAY, HOUR, SECOND } from './support/scene';

const FRENCH = '33612345678';
const POLISH = '48512345678';
const KENYAN = '254712345678';
const [LIST, NEXT, LAST] = [45_600, 40_000, 35_000];

describe('a volume tier', () => {
	const prices = {
		currency: 'EUR',
		markets: {
			DE: { marketing: 113_100, utility: LIST, authentication: LIST },
			OTHER: { utility: 7_000 },
		},
		tiers: {
			DE: {
				utility: [
					{ from: 3, price: NEXT },
					{ from: 5, price: LAST },
				],
			},
			OTHER: { utility: [{ from: 3, price: 6_000 }] },
		},
	};
	const at = billed({ prices, freeServiceMessages: 0 });
	beforeEach(async () => {
		for (const category of ['UTILITY', 'MARKETING', 'AUTHENTICATION']) {
			await at.sandbox.control.addTemplate({ name: category.toLowerCase(), category });
		}
	});
	const parcels = async (count: number, to = CUSTOMER) => {
		for (let n = 0; n < count; n += 1) await at.template('utility', to);
	};
	const costs = (month?: string) => at.units(month).map(({ cost }) => cost);
	const tiers = (month?: string) => at.units(month).map(({ tier }) => tier);
	const told = () =>
		at.receiver.of('account_update').map(({ value }) => Reflect.get(value, 'volume_tier_info') as object);
	const elsewhere = (messages: number, market = 'DE', category: 'utility' | 'authentication' = 'utility') =>
		at.sandbox.control.portfolioDelivers({ market, category, messages });

	test('is not reached by the last message before it', async () => {
		await parcels(2);
		expect(costs()).toEqual([LIST, LIST]);
		expect(tiers()).toEqual(['0:2', '0:2']);
		expect(told()).toEqual([]);
	});

	test('begins with its first message, and says so; messages before it stay at their price', async () => {
		await parcels(3);
		expect(costs()).toEqual([LIST, LIST, NEXT]);
		expect(tiers()).toEqual(['0:2', '0:2', '3:4']);
		expect(told()).toEqual([
			{
				tier_update_time: (MONTH_ENDS - HOUR) / SECOND,
				pricing_category: 'UTILITY',
				tier: '3:4',
				effective_month: '2026-10',
				region: 'Germany',
			},
		]);
		expect(at.receiver.of('account_update')[0]?.value).toMatchObject({
			event: 'VOLUME_BASED_PRICING_TIER_UPDATE',
		});
	});

	test('is followed by the next one, and the last one has no end', async () => {
		await parcels(7);
		expect(costs()).toEqual([LIST, LIST, NEXT, NEXT, LAST, LAST, LAST]);
		expect(tiers().at(-1)).toBe('5:MAX');
		expect(told()).toMatchObject([{ tier: '3:4' }, { tier: '5:MAX' }]);
		expect(at.units().map(({ price }) => price)).toEqual(Array(7).fill(LIST));
		expect(at.sandbox.control.bill().total).toEqual({
			units: 7,
			unpriced: 0,
			costs: { EUR: 2 * LIST + 2 * NEXT + 3 * LAST },
		});
	});

	test('is not said by statuses, which have the list price only', async () => {
		await parcels(3);
		expect(JSON.stringify(at.receiver.statuses())).not.toContain('tier');
	});

	test('ends with the month in the time zone of the account, and prices begin anew', async () => {
		await parcels(3);
		await at.sandbox.clock.advance(HOUR - 1);
		await parcels(1);
		await at.sandbox.clock.advance(1);
		await parcels(3);
		expect(costs('2026-10')).toEqual([LIST, LIST, NEXT, NEXT]);
		expect(costs('2026-11')).toEqual([LIST, LIST, NEXT]);
		expect(told()).toMatchObject([{ effective_month: '2026-10' }, { effective_month: '2026-11' }]);
	});

	test('is of the month in which a message is delivered', async () => {
		await parcels(2);
		await at.sandbox.control.goOffline(CUSTOMER);
		await parcels(1);
		await at.sandbox.clock.advance(2 * HOUR);
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(at.units()).toMatchObject([{ tier: '0:2' }, {}, { day: '2026-11-01', tier: '0:2', cost: LIST }]);
	});

	test('belongs to the portfolio: what its other numbers deliver counts, and is not on the bill', async () => {
		await parcels(1);
		await elsewhere(1);
		expect(told()).toEqual([]);
		await parcels(1);
		expect(costs()).toEqual([LIST, NEXT]);
		expect(told()).toMatchObject([{ tier: '3:4' }]);
		expect(at.sandbox.control.bill().total.units).toBe(2);
	});

	test('can be reached by the other numbers of the portfolio, also several at once', async () => {
		await elsewhere(2);
		await at.sandbox.control.idle();
		expect(told()).toEqual([]);
		await elsewhere(3);
		await parcels(1);
		expect(told()).toMatchObject([{ tier: '3:4' }, { tier: '5:MAX' }]);
		expect(costs()).toEqual([LAST]);
	});

	test('is of one market and one category', async () => {
		await elsewhere(9, 'DE', 'authentication');
		await elsewhere(2, 'FR');
		await parcels(2);
		await at.template('authentication');
		expect(tiers()).toEqual(['0:2', '0:2', undefined]);
		expect(costs()).toEqual([LIST, LIST, LIST]);
		expect(told()).toEqual([]);
	});

	test('of all countries that are not listed is one', async () => {
		await parcels(1, FRENCH);
		await parcels(1, POLISH);
		await parcels(1, KENYAN);
		expect(costs()).toEqual([7_000, 7_000, 6_000]);
		expect(told()).toMatchObject([{ tier: '3:MAX', region: 'Other' }]);
	});

	test('has only what is charged: what is free, exempt, or failed counts for none', async () => {
		await at.sandbox.control.configure({ paidExempt: true });
		await parcels(1);
		await at.sandbox.control.configure({ paidExempt: false });
		await at.sandbox.control.faults({ failStatus: { code: 131026, after: 'sent' }, times: 1 });
		await parcels(1);
		await at.sandbox.control.customerWrites({ from: FRENCH, type: 'ad_click' });
		await at.text(FRENCH);
		await parcels(1, FRENCH);
		await parcels(2);
		await parcels(2, POLISH);
		expect(tiers()).toEqual([undefined, undefined, undefined, '0:2', '0:2', '0:2', '0:2']);
		expect(told()).toEqual([]);
	});

	test('is none for marketing, for groups, and for service messages, which have the list price of utility', async () => {
		await elsewhere(9);
		await at.text();
		await at.template('marketing');
		const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER] });
		await at.client.template(id, 'utility', { recipient_type: 'group' });
		await at.sandbox.control.idle();
		expect(at.units()).toMatchObject([
			{ ...CHARGED, cost: LIST },
			{ category: 'marketing', cost: 113_100 },
			{ category: 'group_utility', cost: LIST },
		]);
		expect(tiers()).toEqual([undefined, undefined, undefined]);
	});

	test('is in the lines of the bill and in the points of the pricing analytics', async () => {
		await parcels(4);
		await at.template('marketing');
		const lines = [
			{ category: 'utility', tier: '0:2', units: 2, price: LIST, cost: 2 * LIST },
			{ category: 'utility', tier: '3:4', units: 2, price: LIST, cost: 2 * NEXT },
			{ category: 'marketing', units: 1 },
		];
		expect(at.sandbox.control.bill().lines).toMatchObject(lines);
		const query = { start: 0, end: (MONTH_ENDS + DAY) / SECOND, granularity: 'DAILY' } as const;
		const points = at.sandbox.control.pricingAnalytics(query).pricing_analytics.data[0].data_points;
		expect(points).toMatchObject([
			{ tier: '0:2', pricing_category: 'UTILITY', volume: 2, cost: 0.0912 },
			{ tier: '3:4', pricing_category: 'UTILITY', volume: 2, cost: 0.08 },
			{ pricing_category: 'MARKETING', volume: 1 },
		]);
		expect(points[2]).not.toHaveProperty('tier');
	});

	test('is forgotten by clear', async () => {
		await elsewhere(4);
		await at.sandbox.control.clear();
		await parcels(1);
		expect(tiers()).toEqual(['0:2']);
	});

	test.each([
		['a tier that begins with the first message', { DE: { utility: [{ from: 1, price: 1 }] } }, /from/],
		[
			'tiers in another order',
			{
				DE: {
					utility: [
						{ from: 5, price: 2 },
						{ from: 5, price: 1 },
					],
				},
			},
			/in the order of from/,
		],
		['tiers of marketing', { DE: { marketing: [{ from: 2, price: 1 }] } }, /marketing/],
		['tiers without a list price', { FR: { utility: [{ from: 2, price: 1 }] } }, /markets\.FR\.utility/],
	])('refuses %s', async (_name, wrong, sentence) => {
		const table = { prices: { ...prices, tiers: wrong } } as object;
		await expect(at.sandbox.control.configure(table)).rejects.toThrow(sentence);
	});

	test('refuses messages of a category that has no tiers', async () => {
		const wrong = { market: 'Germany', category: 'service', messages: 0 } as never;
		await expect(at.sandbox.control.portfolioDelivers(wrong)).rejects.toThrow(/market.*category.*messages/s);
	});
});
