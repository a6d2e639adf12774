import { billed, MONTH_ENDS } from './support/billed';
import { CUSTOMER, DAY, HOUR, SECOND } from './support/scene';

type Granularity = 'HALF_HOUR' | 'DAILY' | 'MONTHLY';
const BEGIN = MONTH_ENDS - HOUR;

describe('the pricing analytics of the account', () => {
	const prices = { currency: 'EUR', markets: { DE: { marketing: 113_100, utility: 45_600 } } };
	const at = billed({ prices, freeServiceMessages: 1 });
	const points = (granularity: Granularity, start = BEGIN - DAY, end = BEGIN + 40 * DAY) => {
		const query = { start: start / SECOND, end: end / SECOND, granularity };
		return at.sandbox.control.pricingAnalytics(query).pricing_analytics.data[0].data_points;
	};
	const ofDays = (...days: string[]) => days.map((day) => Date.parse(day) / SECOND);

	test('are points by country, type, and category, in upper case', async () => {
		await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING' });
		for (let n = 0; n < 3; n += 1) await at.text();
		await at.template('news');
		const [start, end] = ofDays('2026-10-31T04:00Z', '2026-11-01T04:00Z');
		const day = { start, end, country: 'DE' };
		const service = { ...day, pricing_category: 'SERVICE' };
		expect(points('DAILY')).toEqual([
			{ ...service, pricing_type: 'FREE_CUSTOMER_SERVICE', volume: 1, cost: 0 },
			{ ...service, pricing_type: 'REGULAR', volume: 2, cost: 0.0912 },
			{ ...day, pricing_type: 'REGULAR', pricing_category: 'MARKETING', volume: 1, cost: 0.1131 },
		]);
		const query = { start: 0, end: 1, granularity: 'DAILY' } as const;
		expect(at.sandbox.control.pricingAnalytics(query)).toEqual({
			id: at.sandbox.accountId,
			pricing_analytics: { data: [{ data_points: [] }] },
		});
	});

	test('come to the same as the bill', async () => {
		for (let n = 0; n < 5; n += 1) {
			await at.text();
			await at.sandbox.clock.advance(HOUR / 2);
		}
		for (const granularity of ['HALF_HOUR', 'DAILY', 'MONTHLY'] as const) {
			const all = points(granularity);
			const { units, costs } = at.sandbox.control.bill().total;
			expect(all.reduce((sum, { volume }) => sum + volume, 0)).toBe(units);
			const cost = all.reduce((sum, point) => sum + point.cost! * 1_000_000, 0);
			expect(Math.round(cost)).toBe(costs.EUR);
		}
	});

	test('have the days and months of the time zone of the account, and its changes of the clock', async () => {
		await at.text();
		await at.sandbox.clock.advance(HOUR);
		await at.text();
		expect(points('DAILY')).toMatchObject([
			{ end: MONTH_ENDS / SECOND },
			{ start: MONTH_ENDS / SECOND, end: MONTH_ENDS / SECOND + (25 * HOUR) / SECOND },
		]);
		const [october, november, december] = ofDays(
			'2026-10-01T04:00Z',
			'2026-11-01T04:00Z',
			'2026-12-01T05:00Z',
		);
		expect(points('MONTHLY')).toMatchObject([
			{ start: october, end: november },
			{ start: november, end: december },
		]);
	});

	test('have half hours', async () => {
		await at.text();
		await at.sandbox.clock.advance(HOUR / 2 - 1);
		await at.text();
		await at.sandbox.clock.advance(1);
		await at.text();
		const [first, next] = [BEGIN / SECOND, (BEGIN + HOUR / 2) / SECOND];
		expect(points('HALF_HOUR')).toMatchObject([
			{ start: first, end: next, pricing_type: 'FREE_CUSTOMER_SERVICE' },
			{ start: first, end: next, pricing_type: 'REGULAR' },
			{ start: next, pricing_type: 'REGULAR' },
		]);
	});

	test('have what was delivered from start on, and before end', async () => {
		await at.text();
		expect(points('DAILY', BEGIN, BEGIN + SECOND)).toHaveLength(1);
		expect(points('DAILY', BEGIN + SECOND, BEGIN + DAY)).toEqual([]);
		expect(points('DAILY', BEGIN - DAY, BEGIN)).toEqual([]);
	});

	test('write the international category with an underscore, and no cost if there is no price', async () => {
		await at.sandbox.control.configure({ internationalMarkets: ['DE'] });
		await at.sandbox.control.addTemplate({ name: 'code', category: 'AUTHENTICATION' });
		await at.template('code', CUSTOMER);
		const [point] = points('MONTHLY');
		expect(point).toMatchObject({ pricing_category: 'AUTHENTICATION_INTERNATIONAL', volume: 1 });
		expect(point).not.toHaveProperty('cost');
	});

	test.each([
		['HOURLY', 1, /granularity/],
		['DAILY', 0.5, /start/],
	])('refuses the granularity %s from %d', (granularity, start, sentence) => {
		const query = { start, end: 2, granularity: granularity as Granularity };
		expect(() => at.sandbox.control.pricingAnalytics(query)).toThrow(sentence);
	});
});

describe('the days of a time zone', () => {
	const at = billed({ timeZone: 'America/Havana' });

	test('can begin at one o’clock, when the clock goes forward at midnight', async () => {
		await at.sandbox.clock.advance(Date.UTC(2027, 2, 14, 12) - at.sandbox.clock.now());
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.text();
		const query = { start: 0, end: 2_000_000_000, granularity: 'DAILY' } as const;
		const [point] = at.sandbox.control.pricingAnalytics(query).pricing_analytics.data[0].data_points;
		expect(point).toMatchObject({
			start: Date.parse('2027-03-14T05:00Z') / SECOND,
			end: Date.parse('2027-03-15T04:00Z') / SECOND,
		});
	});
});
