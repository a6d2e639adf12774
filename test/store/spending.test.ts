import type { Reservation, SendCap, SendRecord, Store } from '../../engine';
import { createEngine, parseWebhook, savePrices } from '../../engine';
import { EXPIRES_AFTER } from '../../engine/money/charges';
import { NOW } from '../support/engine-scene';
import { ANY_SLOT } from '../support/slots';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import type { Status } from '../support/wire';
import { ACCOUNT, CHANNEL, CUSTOMER, DAY, GROUP, HOUR, messageStatus } from '../support/wire';

const TODAY = new Date(NOW).toISOString().slice(0, '2026-10-01'.length);
const PRICE = 110_000;
const QUERY = { channel: CHANNEL, day: TODAY, campaign: '' };

const pricing = (type: string, category = 'marketing') => ({
	pricing_model: 'PMP',
	billable: type === 'regular',
	type,
	category,
});

describe.each(DATABASES)('what is spent, in %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		clock.now = NOW;
		place = placeOf();
		store = await place.open(clock);
		await savePrices(
			store,
			{
				account: ACCOUNT,
				currency: 'EUR',
				timeZone: 'UTC',
				firstDay: '2020-01-01',
				rows: [
					{ Market: 'Germany', Marketing: '0.11', Utility: '0.04' },
					{ Market: 'India', Marketing: '0.01', Utility: '0.002' },
				],
			},
			NOW,
		);
	});
	afterEach(() => place.remove());

	let sends = 0;
	const reserve = (more: Partial<Reservation> = {}): Reservation => ({
		amount: PRICE,
		currency: 'EUR',
		day: TODAY,
		category: 'marketing',
		campaign: '',
		...more,
	});
	const record = (more: Partial<SendRecord> = {}): SendRecord => ({
		key: `k${(sends += 1)}`,
		channel: CHANNEL,
		contact: CUSTOMER,
		action: 'template',
		state: 'sending',
		at: NOW,
		reserve: reserve(),
		...more,
	});
	const capOf = (below: number, adds = reserve(), counter: SendCap['counter'] = 'spentToday'): SendCap => ({
		counter,
		within: 0,
		below,
		adds,
	});
	const begin = (send: SendRecord, ...caps: SendCap[]) => store.sends.begin(send, ANY_SLOT, caps);

	/** A message that was begun and accepted. */
	async function accepted(id: string, more?: Partial<SendRecord>): Promise<SendRecord> {
		const send = record(more);
		await begin(send);
		await store.sends.end(send.key, { state: 'accepted', messageId: id });
		return send;
	}
	const hears = async (...statuses: Status[]) => {
		const engine = createEngine({ store });
		for (const status of statuses) await engine.ingest(parseWebhook(messageStatus(status), clock.now));
	};
	const today = async (category = 'marketing') =>
		(await store.money.spent(QUERY)).find((one) => one.category === category)?.today ?? 0;

	it('is reserved when a message begins', async () => {
		await begin(record());
		expect(await store.money.spent(QUERY)).toEqual([
			{ category: 'marketing', today: PRICE, thisMonth: PRICE, byCampaign: 0, freeService: 0 },
		]);
	});

	describe('a cap', () => {
		it.each<[string, SendCap, object]>([
			['is kept at exactly its amount', capOf(2 * PRICE + 1), { slot: expect.any(Number) }],
			['is reached one millionth below it', capOf(2 * PRICE), { capReached: true }],
			[
				'counts its category only',
				capOf(PRICE + 1, reserve({ category: 'utility' })),
				{ slot: expect.any(Number) },
			],
			['of another day', capOf(PRICE + 1, reserve({ day: '2020-01-01' })), { slot: expect.any(Number) }],
			['of the month', capOf(2 * PRICE, reserve(), 'spentThisMonth'), { capReached: true }],
			[
				'of another campaign',
				capOf(PRICE + 1, reserve({ campaign: 'other' }), 'spentByCampaign'),
				{ slot: expect.any(Number) },
			],
			[
				'of its campaign',
				capOf(2 * PRICE, reserve({ campaign: 'spring' }), 'spentByCampaign'),
				{ capReached: true },
			],
		])('%s', async (_title, cap, result) => {
			await begin(record({ reserve: reserve({ campaign: 'spring' }) }));
			expect(await begin(record({ reserve: cap.adds }), cap)).toMatchObject(result);
		});

		it('that is reached reserves nothing', async () => {
			await begin(record());
			await begin(record(), capOf(PRICE));
			expect(await today()).toBe(PRICE);
		});

		it('of two processes that begin at once is never exceeded', async () => {
			const other = await place.open(clock);
			const all = Array.from({ length: 40 }, (__, index) =>
				(index % 2 === 0 ? store : other).sends.begin(record({ contact: `49170000${index}` }), ANY_SLOT, [
					capOf(7 * PRICE + 1),
				]),
			);
			const begun = (await Promise.all(all)).filter((one) => 'slot' in one);
			expect(begun).toHaveLength(7);
			expect(await today()).toBe(7 * PRICE);
		});
	});

	describe('is given back', () => {
		it('if the message is forgotten', async () => {
			const send = record();
			await begin(send);
			await store.sends.forget(send.key);
			expect(await today()).toBe(0);
		});

		it.each<[string, Status[], number]>([
			['if it failed', [{ at: NOW, id: 'wamid.1', status: 'failed', code: 131026 }], 0],
			[
				'if it is free',
				[{ at: NOW, id: 'wamid.1', status: 'sent', pricing: pricing('free_entry_point') }],
				0,
			],
			[
				'not if it was delivered before it failed',
				[
					{ at: NOW, id: 'wamid.1', pricing: pricing('regular') },
					{ at: NOW, id: 'wamid.1', status: 'failed', code: 131026 },
				],
				PRICE,
			],
			[
				'once, however often a status says it',
				[
					{ at: NOW, id: 'wamid.1', status: 'failed', code: 131026 },
					{ at: NOW + 1_000, id: 'wamid.1', status: 'failed', code: 131049 },
				],
				0,
			],
			['not while no status says what it costs', [{ at: NOW, id: 'wamid.1', status: 'sent' }], PRICE],
			[
				'as far as it costs less than was reserved',
				[{ at: NOW, id: 'wamid.1', pricing: pricing('regular', 'utility') }],
				40_000,
			],
			[
				'and is the highest price if the status names a type that nobody knows',
				[{ at: NOW, id: 'wamid.1', pricing: pricing('brand_new') }],
				PRICE,
			],
		])('%s', async (_title, statuses, left) => {
			await accepted('wamid.1');
			await hears(...statuses);
			expect(await today()).toBe(left);
		});

		it('if the status came before the answer', async () => {
			const send = record();
			await begin(send);
			await hears({ at: NOW, id: 'wamid.1', status: 'sent', pricing: pricing('free_entry_point') });
			await store.sends.end(send.key, { state: 'accepted', messageId: 'wamid.1' });
			expect(await today()).toBe(0);
		});

		it('if nothing was heard for 31 days, also to a campaign', async () => {
			await accepted('wamid.1', { reserve: reserve({ campaign: 'spring' }) });
			const spring = async () => (await store.money.spent({ ...QUERY, campaign: 'spring' }))[0]?.byCampaign;
			const retention = { events: 0, sends: 0, conversations: 0 } as never;
			clock.now = NOW + EXPIRES_AFTER;
			await store.prune(retention);
			expect(await spring()).toBe(PRICE);
			clock.now += 1;
			await store.prune(retention);
			expect((await spring()) ?? 0).toBe(0);
		});
	});

	it('includes messages of other systems, once their status comes', async () => {
		await hears({
			at: NOW,
			id: 'wamid.other',
			status: 'sent',
			pricing: pricing('regular', 'marketing-lite'),
		});
		await hears({ at: NOW + HOUR, id: 'wamid.other', status: 'read' });
		expect(await today()).toBe(PRICE);
		await hears({ at: NOW - DAY, id: 'wamid.yesterday', pricing: pricing('regular') });
		expect(await today()).toBe(PRICE);
	});

	describe('of a message to a group whose price comes once, with the message as a whole,', () => {
		const INDIAN = '918123456789';
		const whole = (status: string) => {
			const body = messageStatus({
				at: NOW,
				id: 'wamid.1',
				status,
				group: GROUP,
				pricing: pricing('regular', 'group_marketing'),
			});
			const [one] = (body.entry[0]!.changes[0]!.value as { statuses: object[] }).statuses;
			Reflect.deleteProperty(one!, 'recipient_participant_id');
			return createEngine({ store }).ingest(parseWebhook(body, clock.now));
		};
		const delivered = (to: string) => hears({ at: NOW, id: 'wamid.1', group: GROUP, to });
		beforeEach(() => accepted('wamid.1', { contact: GROUP }));

		it('is what was reserved until it reaches somebody, and then what each recipient costs', async () => {
			await whole('sent');
			expect(await today()).toBe(PRICE);
			await delivered(INDIAN);
			expect(await today()).toBe(10_000);
			await delivered(CUSTOMER);
			expect(await today()).toBe(10_000 + PRICE);
		});

		it('is the same if the price comes after it has reached them', async () => {
			await delivered(INDIAN);
			await delivered(CUSTOMER);
			await whole('sent');
			expect(await today()).toBe(10_000 + PRICE);
		});

		it('is given back if it failed', async () => {
			await whole('failed');
			expect(await today()).toBe(0);
		});
	});

	it('counts one free service message for each customer and each member of a group who got one for free', async () => {
		const free = async () =>
			(await store.money.spent(QUERY)).reduce((sum, { freeService }) => sum + freeService, 0);
		const group = { group: GROUP, pricing: pricing('free_group_customer_service', 'group_service') };
		await hears({ at: NOW, id: 'wamid.a', pricing: pricing('free_customer_service', 'service') });
		await hears({ at: NOW, id: 'wamid.b', to: CUSTOMER, ...group });
		expect(await free()).toBe(2);
		await hears({ at: NOW, id: 'wamid.b', to: '918123456789', ...group });
		expect(await free()).toBe(3);
		await hears({ at: NOW, id: 'wamid.c', to: CUSTOMER, ...group, status: 'sent' });
		await hears({ at: NOW, id: 'wamid.d', pricing: pricing('free_entry_point', 'service') });
		expect(await free()).toBe(3);
	});

	describe('when prices are set later', () => {
		const setPrices = (price: string) =>
			savePrices(
				store,
				{
					account: ACCOUNT,
					currency: 'EUR',
					timeZone: 'UTC',
					firstDay: '2020-01-01',
					rows: [{ Market: 'Germany', Marketing: price }],
				},
				clock.now,
			);

		it('is counted again at the new ones', async () => {
			await accepted('wamid.1');
			await hears({ at: NOW, id: 'wamid.1', pricing: pricing('regular') });
			await hears({ at: NOW, id: 'wamid.2', pricing: pricing('regular') });
			await hears({ at: NOW, id: 'wamid.3', pricing: pricing('free_entry_point') });
			expect(await today()).toBe(2 * PRICE);
			await setPrices('0.2');
			expect(await today()).toBe(400_000);
		});

		it('stays as it is if they are the same, and for what no status has told of', async () => {
			await accepted('wamid.1');
			await hears({ at: NOW, id: 'wamid.2', pricing: pricing('regular') });
			await setPrices('0.11');
			expect(await today()).toBe(2 * PRICE);
		});
	});

	it('is one row of each sum, whoever begins a message', async () => {
		const other = await place.open(clock);
		for (const each of [store, other, store]) await each.sends.begin(record(), ANY_SLOT);
		await begin(record({ reserve: reserve({ campaign: 'spring' }) }));
		const amounts = (await place.rows('spending')).map((row) => Number((row as { amount: unknown }).amount));
		expect(new Set(amounts)).toEqual(new Set([3 * PRICE, PRICE]));
		expect(amounts).toHaveLength(2);
		expect(await today()).toBe(4 * PRICE);
	});

	describe('stays the same when rows that statuses have added become part of the sums:', () => {
		const hearsOthers = async (count: number) => {
			clock.now = NOW + DAY;
			// Otherwise the store forgets what is old beside it.
			await store.retention.takeTurn(clock.now, HOUR);
			for (let index = 0; index < count; index += 1) {
				await hears({ at: NOW + (index % 2) * DAY, id: `wamid.${index}`, pricing: pricing('regular') });
			}
		};
		const month = async () => (await store.money.spent(QUERY))[0]!.thisMonth;

		it('a day of them whenever a cap is asked and there are 200', async () => {
			await hearsOthers(200);
			expect(await place.rows('spending')).toHaveLength(200);
			const all = await month();
			await begin(record({ reserve: reserve({ amount: 0 }) }), capOf(Number.MAX_SAFE_INTEGER));
			expect((await place.rows('spending')).length).toBe(101);
			expect(await month()).toBe(all);
		});

		it('not 199 of them', async () => {
			await hearsOthers(199);
			await begin(record({ reserve: reserve({ amount: 0 }) }), capOf(Number.MAX_SAFE_INTEGER));
			expect(await place.rows('spending')).toHaveLength(199);
		});

		it('all of them when the store forgets what is old', async () => {
			await hearsOthers(20);
			const [ofDay, all] = [await today(), await month()];
			await store.prune({ events: 0, sends: 0 });
			expect(await place.rows('spending')).toHaveLength(2);
			expect([await today(), await month()]).toEqual([ofDay, all]);
		});
	});
});
