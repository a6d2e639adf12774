import { billed } from './support/billed';
import { CUSTOMER } from './support/scene';

const OTHER = '4915511111111';

describe('the price table', () => {
	const prices = {
		currency: 'EUR',
		markets: {
			DE: { marketing: 113_100, utility: 45_600 },
			OTHER: { marketing: 50_000, utility: 7_000, service: 6_500 },
		},
	};
	const at = billed({ prices, freeServiceMessages: 0 });
	const costs = () => at.units().map(({ price, cost }) => [price, cost]);

	test('gives the price by market and category; that of utility counts for service', async () => {
		await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING' });
		await at.sandbox.control.customerWrites({ from: '14155550123' });
		await at.template('news');
		await at.text();
		await at.text('14155550123');
		expect(costs()).toEqual([
			[113_100, 113_100],
			[45_600, 45_600],
			[6_500, 6_500],
		]);
		expect(at.sandbox.control.bill().total).toEqual({ units: 3, unpriced: 0, costs: { EUR: 165_200 } });
	});

	test('is the same for each recipient of a message to a group', async () => {
		const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER, OTHER] });
		await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING' });
		await at.client.template(id, 'news', { recipient_type: 'group' });
		await at.sandbox.control.idle();
		expect(costs()).toEqual([
			[113_100, 113_100],
			[113_100, 113_100],
		]);
	});

	test('is never taken for 0: what it has no price for is unpriced', async () => {
		await at.sandbox.control.addTemplate({ name: 'code', category: 'AUTHENTICATION' });
		await at.template('code');
		await at.text();
		expect(costs()).toEqual([
			[null, null],
			[45_600, 45_600],
		]);
		expect(at.sandbox.control.bill().total).toEqual({ units: 2, unpriced: 1, costs: { EUR: 45_600 } });
	});

	test('counts as it was when a message was delivered, and currencies are never added', async () => {
		await at.text();
		await at.sandbox.control.configure({ prices: { currency: 'USD', markets: { DE: { utility: 50_000 } } } });
		await at.text();
		await at.sandbox.control.configure({ prices: null });
		await at.text();
		expect(at.sandbox.control.bill().total).toEqual({
			units: 3,
			unpriced: 1,
			costs: { EUR: 45_600, USD: 50_000 },
		});
	});

	test.each([
		['a price that is no whole number', { DE: { marketing: 0.5 } }, /marketing/],
		['a negative price', { DE: { marketing: -1 } }, /marketing/],
		['an unknown category', { DE: { promotion: 1 } }, /promotion/],
		['a market that is no country', { Germany: { marketing: 1 } }, /Germany/],
	])('refuses %s', async (_name, markets, sentence) => {
		const wrong = { prices: { currency: 'EUR', markets } } as object;
		await expect(at.sandbox.control.configure(wrong)).rejects.toThrow(sentence);
	});

	test('an unknown time zone is refused', async () => {
		await expect(at.sandbox.control.configure({ timeZone: 'Europe/Bonn' })).rejects.toThrow(/Europe\/Berlin/);
	});
});
