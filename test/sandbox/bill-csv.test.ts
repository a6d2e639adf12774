import { billCsv } from '../../sandbox/billing/bill-csv';
import type { DayLine } from '../../sandbox/billing/billed-units';

const LINE: DayLine = {
	day: '2026-10-01',
	market: 'DE',
	category: 'utility',
	type: 'regular',
	currency: 'EUR',
	price: 45_600,
	cost: 91_200,
	units: 2,
};

const rows = (...lines: Array<Partial<DayLine>>) =>
	billCsv(lines.map((line) => ({ ...LINE, ...line })))
		.split('\n')
		.slice(1, -1);

test('the columns are those of a bill', () => {
	expect(billCsv([LINE])).toBe(
		'day,market,category,type,volume,cost,currency\n2026-10-01,DE,utility,regular,2,0.0912,EUR\n',
	);
});

test('a row has all that is charged in one day, market, category, and type, whatever its price', () => {
	expect(rows({}, { tier: '3:MAX', cost: 1, units: 1 }, { price: 1, cost: 3, units: 3 })).toEqual([
		'2026-10-01,DE,utility,regular,6,0.091204,EUR',
	]);
	const others = [{ day: '2026-10-02' }, { market: 'US' }, { category: 'service' }];
	expect(rows({}, ...others)).toHaveLength(4);
	expect(rows({}, { type: 'free_customer_service', cost: 0, currency: null })).toEqual([
		'2026-10-01,DE,utility,regular,2,0.0912,EUR',
		'2026-10-01,DE,utility,free_customer_service,2,0,',
	]);
});

test('a cost that is unknown for one message is never 0, and currencies are never added', () => {
	const unknown = '2026-10-01,DE,utility,regular,4,,';
	expect(rows({}, { price: null, cost: null, currency: null })).toEqual([unknown]);
	expect(rows({}, { currency: 'USD' })).toEqual([unknown]);
	expect(rows({}, { subtype: 'paid_exempt', cost: 0, currency: 'USD' })).toEqual([
		'2026-10-01,DE,utility,regular,4,0.0912,EUR',
	]);
});
