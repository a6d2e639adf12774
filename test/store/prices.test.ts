import type { GivenPrices, Store } from '../../engine';
import { priceListFor, savePrices, UnusablePrices } from '../../engine';
import { NOW } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';

const given = (more: Partial<GivenPrices> = {}): GivenPrices => ({
	account: 'A',
	currency: 'EUR',
	timeZone: 'Europe/Berlin',
	firstDay: '2026-10-01',
	rows: [{ Market: 'Germany', Marketing: '0.1131' }],
	...more,
});

describe.each(DATABASES)('prices in %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
	});
	afterEach(() => place.remove());

	it('are kept with what belongs to them', async () => {
		const { table } = await savePrices(store, given(), NOW);
		expect(table).toEqual({
			account: 'A',
			currency: 'EUR',
			timeZone: 'Europe/Berlin',
			firstDay: '2026-10-01',
			version: 1,
			savedAt: NOW,
			prices: [{ market: 'Germany', category: 'marketing', price: 113_100 }],
		});
		expect(await store.money.pricesOf('A')).toEqual([table]);
	});

	it('are the next version if they changed, and none of their own otherwise', async () => {
		await savePrices(store, given(), NOW);
		expect((await savePrices(store, given(), NOW + 1)).table.version).toBe(1);
		const changed = { rows: [{ Market: 'Germany', Marketing: '0.12' }] };
		expect((await savePrices(store, given(changed), NOW + 2)).table.version).toBe(2);
		const [only, ...others] = await store.money.pricesOf('A');
		expect(others).toEqual([]);
		expect(only).toMatchObject({ version: 2, prices: [{ price: 120_000 }] });
	});

	it('can be several tables of an account, and none of another one', async () => {
		await savePrices(store, given({ firstDay: '2027-01-01' }), NOW);
		await savePrices(store, given(), NOW);
		await savePrices(store, given({ account: 'B' }), NOW);
		expect((await store.money.pricesOf('A')).map(({ firstDay }) => firstDay)).toEqual([
			'2026-10-01',
			'2027-01-01',
		]);
		expect(await store.money.pricedAccounts()).toEqual(['A', 'B']);
		expect(await store.money.pricesOf('C')).toEqual([]);
	});

	it("are of the current month on in the account's time zone, if no day is given", async () => {
		// In Auckland, October has begun.
		const at = Date.parse('2026-09-30T12:00Z');
		const { table } = await savePrices(store, given({ firstDay: '', timeZone: 'Pacific/Auckland' }), at);
		expect(table.firstDay).toBe('2026-10-01');
	});

	it('of another currency are not set before their first day: what is sent until then would have no price', async () => {
		await savePrices(store, given({ firstDay: '2020-01-01' }), NOW);
		const dollars = given({ firstDay: '2999-01-01', currency: 'USD' });
		const refused: unknown = await savePrices(store, dollars, NOW).catch((error: unknown) => error);
		expect((refused as Error).message).toBe(
			"The prices weren't saved:\n- The currency is USD, but the prices that count today are in EUR, and amounts of two currencies are never added. What is sent before 2999-01-01 would have no price. Set prices in another currency on their first day.",
		);
		expect(await priceListFor(store, 'A')).toMatchObject({ currency: 'EUR' });
		const { table } = await savePrices(store, dollars, Date.parse('2999-01-01T12:00Z'));
		expect(table.currency).toBe('USD');
	});

	it('are not saved if something is wrong with them', async () => {
		const wrong = given({ rows: [{ Market: 'Atlantis', Marketing: 'x' }], currency: '' });
		const refused: unknown = await savePrices(store, wrong, NOW).catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(UnusablePrices);
		expect((refused as UnusablePrices).problems.map(({ code }) => code)).toEqual([
			'missing-currency',
			'unknown-market',
			'bad-amount',
		]);
		expect(await store.money.pricedAccounts()).toEqual([]);
	});
});
