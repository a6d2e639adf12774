import { billed, FREE, MONTH_ENDS } from './support/billed';
import { CUSTOMER, DAY, HOUR, SECOND } from './support/scene';

const OTHER = '4915511111111';
const HALF_HOUR = HOUR / 2;

describe('the price of a template', () => {
	const at = billed();

	test('is regular for utility in an open window, as since October 2026', async () => {
		await at.sandbox.control.addTemplate({ name: 'parcel', category: 'UTILITY' });
		await at.template('parcel');
		expect(at.told()).toEqual([
			{ billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
		]);
	});

	test('is that of its category when it was accepted', async () => {
		await at.sandbox.control.addTemplate({ name: 'news', category: 'UTILITY' });
		await at.sandbox.control.goOffline(CUSTOMER);
		await at.template('news');
		await at.sandbox.control.changeCategory('news', undefined, 'MARKETING', HALF_HOUR);
		await at.sandbox.clock.advance(HALF_HOUR - 1);
		await at.template('news');
		await at.sandbox.clock.advance(1);
		await at.template('news');
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(at.units().map(({ category }) => category)).toEqual(['utility', 'utility', 'marketing']);
	});

	test('is international for authentication in the markets that the settings name', async () => {
		await at.sandbox.control.configure({ internationalMarkets: ['DE'] });
		await at.sandbox.control.addTemplate({ name: 'code', category: 'AUTHENTICATION' });
		await at.template('code');
		await at.sandbox.control.configure({ hyphenatedCategories: false });
		await at.template('code');
		await at.template('code', '14155550123');
		await at.sandbox.control.addTemplate({ name: 'parcel', category: 'UTILITY' });
		await at.template('parcel');
		expect(at.told().map((one) => Reflect.get(one, 'category') as string)).toEqual([
			'authentication-international',
			'authentication_international',
			'authentication',
			'utility',
		]);
		const categories = at.units().map(({ category }) => category);
		expect(categories).toEqual([
			'authentication-international',
			'authentication-international',
			'authentication',
			'utility',
		]);
	});

	test('is 0 and flagged for an account that is exempt', async () => {
		await at.sandbox.control.configure({
			paidExempt: true,
			prices: { currency: 'EUR', markets: { DE: { marketing: 113_100 } } },
		});
		await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING' });
		await at.template('news');
		const exempt = { type: 'regular', category: 'marketing', subtype: 'paid_exempt' };
		expect(at.told()).toMatchObject([exempt]);
		expect(at.units()).toMatchObject([{ ...exempt, price: 113_100, cost: 0 }]);
	});
});

describe('the price comes once', () => {
	const at = billed();

	test('with sent', async () => {
		await at.sandbox.control.customerReads(await at.text());
		await at.sandbox.control.idle();
		expect([at.told(), at.told('sent')].map(({ length }) => length)).toEqual([1, 1]);
	});

	test('or with delivered', async () => {
		await at.sandbox.control.configure({ pricingStatus: 'delivered' });
		await at.sandbox.control.customerReads(await at.text());
		await at.sandbox.control.idle();
		expect([at.told(), at.told('delivered')].map(({ length }) => length)).toEqual([1, 1]);
	});

	test('or with read, if that comes without delivered', async () => {
		await at.sandbox.control.configure({ pricingStatus: 'delivered' });
		await at.sandbox.control.faults({ skipDelivered: true });
		const id = await at.text();
		for (let n = 0; n < 2; n += 1) await at.sandbox.control.customerReads(id);
		await at.sandbox.control.idle();
		expect([at.told(), at.told('read')].map(({ length }) => length)).toEqual([1, 1]);
	});

	test('or only with read, although it was delivered', async () => {
		await at.sandbox.control.configure({ pricingStatus: 'read' });
		const id = await at.text();
		expect(at.told()).toEqual([]);
		for (let n = 0; n < 2; n += 1) await at.sandbox.control.customerReads(id);
		await at.sandbox.control.idle();
		expect([at.told(), at.told('read')].map(({ length }) => length)).toEqual([1, 1]);
		expect(at.units()).toHaveLength(1);
	});

	test('or never, though the message is on the bill', async () => {
		await at.sandbox.control.configure({ pricing: 'none', pricingStatus: 'delivered' });
		await at.sandbox.control.customerReads(await at.text());
		await at.sandbox.control.idle();
		expect(at.told()).toEqual([]);
		expect(at.units()).toMatchObject([FREE]);
	});
});

describe('a free entry point', () => {
	const at = billed({ freeServiceMessages: 1 });
	const entry = { type: 'free_entry_point', category: 'referral_conversion' };
	const clickOnAd = () => at.sandbox.control.customerWrites({ from: CUSTOMER, type: 'ad_click' });
	const conversations = () =>
		at.receiver
			.statuses()
			.flatMap((one) => ('conversation' in one ? [{ status: one.status, of: one.conversation }] : []));

	test('is 72 hours from the answer, in which everything is free', async () => {
		await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING' });
		await clickOnAd();
		await at.sandbox.clock.advance(DAY - SECOND);
		await at.text();
		await at.sandbox.clock.advance(3 * DAY - 1);
		await at.template('news');
		await at.sandbox.clock.advance(1);
		await at.template('news');
		expect(at.units()).toMatchObject([entry, entry, { type: 'regular', category: 'marketing' }]);
		expect(at.told()).toMatchObject([{ ...entry, billable: false }, entry, { type: 'regular' }]);
	});

	test('is told with sent, with its conversation and when it expires', async () => {
		await at.sandbox.control.configure({ pricingStatus: 'delivered' });
		await clickOnAd();
		await at.text();
		await at.text();
		const expires = (MONTH_ENDS - HOUR + 3 * DAY) / 1000;
		const conversation = {
			id: expect.any(String),
			expiration_timestamp: String(expires),
			origin: { type: 'referral_conversion' },
		};
		expect(conversations()).toEqual([
			{ status: 'sent', of: conversation },
			{ status: 'sent', of: conversation },
		]);
		expect(new Set(conversations().map(({ of }) => Reflect.get(of as object, 'id') as string)).size).toBe(1);
	});

	test('lasts as long as the settings say', async () => {
		await at.sandbox.control.configure({ freeEntryPointMs: 7 * DAY });
		await clickOnAd();
		await at.text();
		expect(conversations()).toMatchObject([
			{ of: { expiration_timestamp: String((MONTH_ENDS - HOUR + 7 * DAY) / 1000) } },
		]);
	});

	test('does not begin if the answer comes 24 hours after the click, nor for other customers', async () => {
		await clickOnAd();
		await at.sandbox.control.customerWrites({ from: OTHER });
		await at.text(OTHER);
		await at.sandbox.clock.advance(DAY);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.text();
		expect(conversations()).toEqual([]);
		expect(at.units().map(({ type }) => type)).toEqual(['free_customer_service', 'free_customer_service']);
	});

	test('does not begin with an answer that fails, nor with one of the agent', async () => {
		await clickOnAd();
		await at.sandbox.control.agentReplies({ to: CUSTOMER, text: 'Hello' });
		await at.sandbox.control.faults({ failStatus: { code: 131026 }, times: 1 });
		await at.text();
		await at.sandbox.clock.advance(2 * HOUR);
		await at.text();
		expect(conversations()).toMatchObject([
			{ of: { expiration_timestamp: String((MONTH_ENDS + HOUR + 3 * DAY) / 1000) } },
		]);
	});

	test('uses nothing of the free part', async () => {
		await at.sandbox.control.customerWrites({ from: OTHER });
		await clickOnAd();
		await at.text();
		await at.text(OTHER);
		expect(at.units()).toMatchObject([entry, FREE]);
	});

	test('begins anew with another click', async () => {
		await clickOnAd();
		await at.text();
		await at.sandbox.clock.advance(2 * DAY);
		await clickOnAd();
		await at.text();
		const ids = conversations().map(({ of }) => Reflect.get(of as object, 'id') as string);
		expect(new Set(ids).size).toBe(2);
	});
});
