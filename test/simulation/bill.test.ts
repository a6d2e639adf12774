import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import type { Plant } from './bill/account';
import type { BillResult } from './bill/run-bill';
import { runBill } from './bill/run-bill';

jest.setTimeout(1_200_000);

/** Everything that decides what a message costs. */
const KINDS = [
	'regular service',
	'regular utility',
	'regular marketing',
	'regular authentication',
	'regular authentication-international',
	'regular group_service',
	'regular group_utility',
	'regular group_marketing',
	'free_customer_service service',
	'free_group_customer_service group_service',
	'free_entry_point referral_conversion',
	'regular marketing paid_exempt',
];

const PLANTS: readonly Plant[] = [
	{ name: 'a price that is off by a millionth', rows: ([germany]) => void (germany!.marketing = '0.113101') },
	{ name: 'days that begin in another time zone', timeZone: 'UTC' },
	{ name: 'a market without a row of its own', rows: (rows) => void rows.splice(1, 1) },
];

describe.each(DATABASES)('what was counted of 800 messages in %s', (_, placeOf) => {
	let place: StorePlace;
	let result: BillResult;
	beforeAll(async () => {
		place = placeOf();
		result = await runBill({ seed: 1, messages: 800, place });
	});
	afterAll(() => place.remove());

	it('agrees with the bill of the gateway, line by line and to the millionth', () => {
		expect(result.problems).toEqual([]);
		expect(result.lines).toBeGreaterThan(100);
	});

	it('has everything that decides what a message costs', () => {
		expect([...result.kinds]).toEqual(expect.arrayContaining(KINDS));
		const { charged, free, failed, expired, ...others } = result.states;
		expect(Math.min(charged!, free!, failed!, expired!)).toBeGreaterThan(0);
		expect(others).toEqual({ estimated: 0, pending: 0, unknown: 0 });
	});

	it.each(PLANTS.map((plant): [string, Plant] => [plant.name, plant]))(
		'differs with %s, and agrees once the prices are right',
		async (_name, plant) => {
			const { wrong, right } = await result.withWrongPrices(plant);
			expect(wrong).not.toEqual([]);
			expect(right).toEqual([]);
		},
	);
});

it.each(DATABASES)(
	'%s: one message too many differs, and still does once the messages are forgotten and only sums are left',
	async (_, placeOf) => {
		const place = placeOf();
		const result = await runBill({ seed: 1, messages: 200, place });
		const differing = { market: 'Germany', category: 'marketing' };
		expect(await result.withOneTooMany()).toMatchObject([
			{ ...differing, messageIds: expect.arrayContaining(['wamid.invented']) },
		]);
		expect(await result.onceForgotten()).toMatchObject([differing]);
		expect(await place.rows('charge')).toEqual([]);
		await place.remove();
	},
);
