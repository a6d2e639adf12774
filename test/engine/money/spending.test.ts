import type { Engine, SpendingBy, SpendingQuery, Store } from '../../../engine';
import {
	createEngine,
	keptCampaign,
	parseWebhook,
	readSpending,
	savePrices,
	writeCallbackData,
	spendingSentence,
} from '../../../engine';
import { OFFER } from '../../support/engine-scene';
import { ANY_SLOT } from '../../support/slots';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import type { Status } from '../../support/wire';
import {
	ACCOUNT,
	CHANNEL,
	CUSTOMER,
	DAY,
	delivery,
	GROUP,
	HOUR,
	messageStatus,
	MINUTE,
} from '../../support/wire';

const NOON = Date.UTC(2026, 9, 15, 12);
const INDIAN = '918123456789';

const regular = (category: string) => ({ pricing_model: 'PMP', billable: true, type: 'regular', category });
const free = (type: string, category = 'service') => ({
	pricing_model: 'PMP',
	billable: false,
	type,
	category,
});

describe.each(DATABASES)('spending in %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	const clock = standingClock();
	beforeEach(async () => {
		clock.now = NOON;
		place = placeOf();
		store = await place.open(clock);
		engine = createEngine({ store });
	});
	afterEach(() => place.remove());

	async function hears(...statuses: Status[]) {
		for (const status of statuses) await engine.ingest(parseWebhook(messageStatus(status), clock.now));
	}

	const setPrices = (more: object = {}) =>
		savePrices(
			store,
			{
				account: ACCOUNT,
				currency: 'EUR',
				timeZone: 'Europe/Berlin',
				firstDay: '2026-10-01',
				rows: [
					{ Market: 'Germany', Marketing: '0.11', Utility: '0.04' },
					{ Market: 'India', Marketing: '0.01', Utility: '0.002' },
				],
				...more,
			},
			clock.now,
		);

	const spending = (more: Partial<SpendingQuery> = {}) =>
		readSpending(store, { firstDay: '2026-10-01', lastDay: '2026-10-31', by: [], now: clock.now, ...more });

	/** The only sum. */
	async function sum(more: Partial<SpendingQuery> = {}) {
		const sums = await spending(more);
		expect(sums).toHaveLength(1);
		return sums[0]!;
	}

	/** Of all states, those that messages are in. */
	const counts = async () =>
		Object.fromEntries(Object.entries((await sum()).messages).filter(([, count]) => count > 0));

	describe('a message', () => {
		it('is pending when it is sent with a price, and charged when it is delivered', async () => {
			await setPrices();
			await hears({ at: NOON, status: 'sent', pricing: regular('marketing') });
			expect(await sum()).toMatchObject({
				currency: 'EUR',
				spent: 0,
				pending: 110_000,
				messages: { pending: 1 },
			});
			await hears({ at: NOON, status: 'delivered' });
			expect(await sum()).toMatchObject({ spent: 110_000, pending: 0, messages: { pending: 0, charged: 1 } });
		});

		it.each([
			['sent, delivered, read', ['sent', 'delivered', 'read']],
			['read, delivered, sent', ['read', 'delivered', 'sent']],
			['delivered, sent, read', ['delivered', 'sent', 'read']],
			['read without delivered', ['sent', 'read']],
			['delivered before a failure that came late', ['delivered', 'failed']],
			['a failure before delivered', ['failed', 'delivered']],
		])('is charged once, whatever statuses came in whatever order: %s', async (_title, statuses) => {
			await setPrices();
			const all = statuses.map((status) => ({ at: NOON, status, pricing: regular('marketing') }));
			await hears(...all, ...all);
			expect(await sum()).toMatchObject({ spent: 110_000 });
			expect(await counts()).toEqual({ charged: 1 });
		});

		it('is charged once if all of its statuses come in one delivery', async () => {
			await setPrices();
			const bodies = ['delivered', 'sent', 'read'].map((status) =>
				messageStatus({ at: NOON, status, pricing: regular('utility') }),
			);
			await engine.ingest(bodies.flatMap((body) => parseWebhook(body, NOON)));
			expect(await counts()).toEqual({ charged: 1 });
		});

		it('has the first pricing that came', async () => {
			await setPrices();
			await hears(
				{ at: NOON, status: 'sent', pricing: regular('utility') },
				{ at: NOON, status: 'delivered', pricing: regular('marketing') },
			);
			const [sent, delivered] = (['sent', 'delivered'] as const).map((status) =>
				messageStatus({
					at: NOON,
					id: 'b',
					status,
					pricing: regular(status === 'sent' ? 'utility' : 'marketing'),
				}),
			);
			await engine.ingest([sent, delivered].flatMap((body) => parseWebhook(body, NOON)));
			expect(await sum()).toMatchObject({ spent: 80_000 });
		});

		it('costs nothing if it was sent with a price and failed', async () => {
			await setPrices();
			await hears(
				{ at: NOON, status: 'sent', pricing: regular('marketing') },
				{ at: NOON + HOUR, status: 'failed', code: 131049 },
			);
			expect(await sum()).toMatchObject({ spent: 0, pending: 0 });
			expect(await counts()).toEqual({ failed: 1 });
		});

		it('is pending until the day is over that is 31 days later, and expired then, unless a status comes later', async () => {
			await setPrices();
			await hears({ at: NOON, status: 'sent', pricing: regular('marketing') });
			clock.now = NOON + 31 * DAY + 10 * HOUR - 1;
			expect(await counts()).toEqual({ pending: 1 });
			clock.now += 1;
			expect(await sum()).toMatchObject({ pending: 0, messages: { expired: 1 } });
			await hears({ at: NOON, status: 'delivered' });
			expect(await sum()).toMatchObject({ spent: 110_000 });
		});

		it.each([['free_customer_service'], ['free_entry_point'], ['free_group_customer_service']])(
			'costs nothing if its type is %s',
			async (type) => {
				await setPrices();
				await hears({ at: NOON, pricing: free(type) });
				expect(await sum()).toMatchObject({ spent: 0, free: { [type]: 1 }, messages: { free: 1 } });
			},
		);

		it('costs nothing if the business pays nothing, and says so', async () => {
			await setPrices();
			await hears({ at: NOON, pricing: { ...regular('utility'), subtype: 'paid_exempt' } });
			expect(await sum()).toMatchObject({ spent: 0, free: { paid_exempt: 1 } });
		});

		it.each([
			['authentication-international', 'authentication_international'],
			['AUTHENTICATION_INTERNATIONAL', 'authentication_international'],
		])('has its category in one spelling: %s', async (given, category) => {
			await hears({ at: NOON, pricing: regular(given) });
			expect(await sum({ by: ['category'] })).toMatchObject({ by: { category } });
		});

		it.each([
			['no status has said what it is charged as', {}, 'no-status'],
			['its type is unknown', { pricing: { type: 'premium', category: 'marketing' } }, 'unknown-type'],
			['its category has no price', { pricing: regular('referral_conversion') }, 'no-price'],
			['its market has no price', { to: '48601123456', pricing: regular('marketing') }, 'no-price'],
			['its market is unknown', { to: '999999999999', pricing: regular('marketing') }, 'unknown-market'],
			[
				'it was sent before the first day',
				{ at: NOON - 15 * DAY, pricing: regular('marketing') },
				'no-price',
			],
		])('is unknown, and never 0, if %s', async (_title, status, why) => {
			await setPrices();
			await hears({ at: NOON, ...status });
			const [only] = await spending({ firstDay: '2026-09-01' });
			expect(only).toMatchObject({ spent: 0, messages: { unknown: 1 }, unknown: { [why]: 1 } });
		});

		it('names each market and category that the prices lack', async () => {
			await setPrices();
			await hears(
				{ at: NOON, id: 'a', to: '48601123456', pricing: regular('marketing') },
				{ at: NOON, id: 'b', to: '48601123457', pricing: regular('marketing') },
				{ at: NOON, id: 'c', to: '999999999999', pricing: regular('marketing') },
			);
			expect(spendingSentence(await sum())).toMatch(
				/unknown: 2 without a price for marketing in Rest of Central & Eastern Europe, 1 to customers whose market is unknown\.$/,
			);
		});

		it('is told by country, also if the platform has prices for its market only', async () => {
			await setPrices();
			await hears(
				{ at: NOON, id: 'a', to: '48601123456', pricing: regular('marketing') },
				{ at: NOON, id: 'b', to: '436601234567', pricing: regular('marketing') },
				{ at: NOON, id: 'c', to: '12025550123', pricing: regular('marketing') },
				{ at: NOON, id: 'd', to: '999999999999', pricing: regular('marketing') },
			);
			const named = async (by: SpendingBy) => (await spending({ by: [by] })).map((each) => each.by[by]);
			expect(await named('country')).toEqual(['Austria', 'North America', 'Poland', 'unknown']);
			expect(await named('market')).toEqual([
				'North America',
				'Rest of Central & Eastern Europe',
				'Rest of Western Europe',
				'unknown',
			]);
		});

		it('that failed has an unknown category, because no status says it', async () => {
			await hears({ at: NOON, status: 'failed', code: 131026 });
			expect(await sum({ by: ['category'] })).toMatchObject({
				by: { category: 'unknown' },
				messages: { failed: 1 },
			});
		});

		it.each([
			['nothing about failed recipients', undefined, '16 messages not delivered, so not charged.'],
			['that as many recipients are failed', 16, '16 messages not delivered, so not charged.'],
			['that fewer are', 6, "16 attempts failed and weren't charged, earlier ones included."],
			['that none is', 0, "16 earlier attempts failed and weren't charged."],
		])(
			'that failed and was sent again is told apart from recipients. Known is %s',
			async (_, failedNow, said) => {
				const failed = Array.from({ length: 16 }, (__, at) => ({
					at: NOON,
					id: `${at}`,
					status: 'failed',
					code: 131026,
				}));
				await hears(...failed);
				expect(spendingSentence(await sum(), failedNow)).toBe(said);
			},
		);

		it('of another system on the number counts too', async () => {
			await setPrices();
			await hears({ at: NOON, id: 'wamid.elsewhere', pricing: regular('utility') });
			expect(await sum()).toMatchObject({ spent: 40_000 });
		});

		it('of the business agent counts only if a status says what it is charged as', async () => {
			await setPrices();
			const byAgent = { at: NOON, standby: true, callbackData: '{"source":"agent"}' };
			const events = parseWebhook(messageStatus(byAgent), NOON).map((event) => ({ ...event, byAgent: true }));
			await engine.ingest(events);
			expect(await spending()).toEqual([]);
		});

		it('that somebody typed in the phone app is free, and its statuses change nothing', async () => {
			await setPrices();
			const echo = {
				from: '15550001234',
				to: CUSTOMER,
				id: 'wamid.typed',
				timestamp: String(NOON / 1_000),
				type: 'text',
				text: { body: 'Hello' },
			};
			const metadata = { display_phone_number: '15550001234', phone_number_id: CHANNEL };
			const body = delivery('smb_message_echoes', { metadata, message_echoes: [echo] });
			await engine.ingest(parseWebhook(body, NOON));
			await hears({ at: NOON, id: 'wamid.typed' });
			expect(await sum()).toMatchObject({ spent: 0, free: { free_app_reply: 1 }, messages: { free: 1 } });
			expect(spendingSentence(await sum())).toContain('1 message free, typed by somebody in the phone app.');
		});

		it('to a group counts once for each recipient', async () => {
			await setPrices();
			await hears(
				{ at: NOON, group: GROUP, to: CUSTOMER, pricing: regular('group_marketing') },
				{ at: NOON, group: GROUP, to: INDIAN, pricing: regular('group_marketing') },
				{ at: NOON, group: GROUP, to: INDIAN, status: 'read' },
			);
			expect(await sum()).toMatchObject({ spent: 120_000, messages: { charged: 2 } });
		});

		describe('to a group whose price comes once, with the message as a whole,', () => {
			const whole = (status: string, pricing?: object) => {
				const body = messageStatus({ at: NOON, status, group: GROUP, ...(pricing && { pricing }) });
				const [one] = (body.entry[0]!.changes[0]!.value as { statuses: object[] }).statuses;
				Reflect.deleteProperty(one!, 'recipient_participant_id');
				return engine.ingest(parseWebhook(body, NOON));
			};
			const delivered = (...to: string[]) =>
				hears(...to.map((each): Status => ({ at: NOON, group: GROUP, to: each })));

			it('has it for each recipient, whichever status comes first', async () => {
				await setPrices();
				await delivered(CUSTOMER);
				await whole('sent', regular('group_marketing'));
				await delivered(INDIAN);
				await delivered(INDIAN);
				expect(await sum()).toMatchObject({ spent: 120_000 });
				expect(await counts()).toEqual({ charged: 2 });
			});

			it.each([
				['is none while it has reached nobody', 'sent', []],
				['has failed once if it failed', 'failed', [{ spent: 0, messages: { failed: 1 } }]],
			])('%s, also when it is forgotten', async (_title, status, sums) => {
				await setPrices();
				await whole(status, regular('group_marketing'));
				expect(await spending()).toMatchObject(sums);
				clock.now = NOON + 41 * DAY;
				await store.prune({ events: clock.now, sends: clock.now });
				expect(await place.rows('charge')).toEqual([]);
				expect(await spending()).toMatchObject(sums);
			});

			it('leaves the price of a recipient who has an own one', async () => {
				await setPrices();
				await hears({ at: NOON, group: GROUP, to: CUSTOMER, pricing: regular('group_utility') });
				await whole('sent', regular('group_marketing'));
				expect(await sum()).toMatchObject({ spent: 40_000 });
			});

			it('has it for later recipients, too, if somebody in the group was erased', async () => {
				await setPrices();
				await whole('sent', regular('group_marketing'));
				await delivered(CUSTOMER);
				await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
				await delivered(CUSTOMER, INDIAN);
				await hears({ at: NOON, group: GROUP, to: CUSTOMER, status: 'read' });
				expect(await sum()).toMatchObject({ spent: 120_000, messages: { charged: 2 } });
			});
		});

		it('that went out and was never heard of is estimated at the list price', async () => {
			await setPrices();
			await hears({ at: NOON, id: 'wamid.other', pricing: regular('utility') });
			const send = { key: 'k', channel: CHANNEL, contact: INDIAN, state: 'sending', at: NOON } as const;
			await store.sends.begin(
				{ ...send, action: 'template', template: OFFER, category: 'MARKETING' },
				ANY_SLOT,
			);
			expect(await sum()).toMatchObject({ spent: 40_000, estimated: 10_000, messages: { estimated: 1 } });
			await store.sends.end('k', { state: 'accepted', messageId: 'wamid.out.1', outcome: {} });
			expect(await sum()).toMatchObject({ estimated: 10_000 });
			await hears({ at: NOON, to: INDIAN, status: 'sent', pricing: regular('marketing') });
			expect(await sum()).toMatchObject({ estimated: 0, pending: 10_000 });
		});
	});

	describe('a day', () => {
		it("begins in the account's time zone, also at a month's end", async () => {
			await setPrices({ timeZone: 'Asia/Kolkata' });
			const midnight = Date.UTC(2026, 9, 15, 18, 30);
			const monthsEnd = Date.UTC(2026, 9, 31, 18, 30);
			clock.now = monthsEnd + DAY;
			await hears(
				{ at: midnight - MINUTE, id: 'a', pricing: regular('utility') },
				{ at: midnight, id: 'b', pricing: regular('utility') },
				{ at: monthsEnd - MINUTE, id: 'c', pricing: regular('utility') },
				{ at: monthsEnd, id: 'd', pricing: regular('utility') },
			);
			const all = { lastDay: '2026-11-30' };
			const days = (await spending({ ...all, by: ['day'] })).map(({ by }) => by.day);
			expect(days).toEqual(['2026-10-15', '2026-10-16', '2026-10-31', '2026-11-01']);
			expect((await spending({ ...all, by: ['month'] })).map(({ by, spent }) => [by.month, spent])).toEqual([
				['2026-10', 120_000],
				['2026-11', 40_000],
			]);
			expect(await sum()).toMatchObject({ spent: 120_000 });
		});

		it('is the one of the delivery, at the prices of that day', async () => {
			await setPrices();
			await setPrices({ firstDay: '2026-10-16', rows: [{ Market: 'Germany', Marketing: '0.20' }] });
			clock.now = NOON + DAY;
			await hears(
				{ at: NOON, status: 'sent', pricing: regular('marketing') },
				{ at: NOON + DAY, status: 'delivered' },
			);
			expect(await sum({ by: ['day'] })).toMatchObject({ by: { day: '2026-10-16' }, spent: 200_000 });
		});
	});

	it('is told by what was asked for', async () => {
		await setPrices();
		await hears(
			{ at: NOON, id: 'a', pricing: regular('marketing') },
			{ at: NOON, id: 'b', to: INDIAN, pricing: regular('marketing') },
			{ at: NOON, id: 'c', to: '13105550123', pricing: regular('marketing') },
		);
		const sums = await spending({ by: ['market', 'category'] });
		expect(sums.map(({ by, spent, messages }) => [by, spent, messages.unknown])).toEqual([
			[{ market: 'Germany', category: 'marketing' }, 110_000, 0],
			[{ market: 'India', category: 'marketing' }, 10_000, 0],
			[{ market: 'North America', category: 'marketing' }, 0, 1],
		]);
		expect((await sum({ by: ['number'] })).by).toEqual({ number: CHANNEL });
		expect(await spending({ channel: 'another' })).toEqual([]);
	});

	it('has the messages of an account without prices as unknown, without a currency', async () => {
		await hears(
			{ at: NOON, id: 'a', pricing: regular('marketing') },
			{ at: NOON, id: 'b', pricing: free('free_entry_point') },
		);
		const only = await sum();
		expect(only).toMatchObject({ unknown: { 'no-prices': 1 }, free: { free_entry_point: 1 } });
		expect(only).not.toHaveProperty('currency');
	});

	it('never adds accounts', async () => {
		await setPrices();
		await setPrices({ account: 'another', currency: 'USD' });
		await hears({ at: NOON, id: 'a', pricing: regular('marketing') });
		const ofAnother = messageStatus({ at: NOON, id: 'b', pricing: regular('marketing') });
		ofAnother.entry[0]!.id = 'another';
		await engine.ingest(parseWebhook(ofAnother, NOON));
		expect((await spending()).map(({ currency, spent }) => [currency, spent])).toEqual([
			['EUR', 110_000],
			['USD', 110_000],
		]);
	});

	describe('of a campaign', () => {
		async function plans(id: string, { kept = false, isAnswered = true } = {}) {
			const campaign = { channel: CHANNEL, id };
			await store.campaigns.open({
				...campaign,
				kept,
				policy: { name: 'strict', version: 1 },
				plannedAt: NOON,
			});
			const recipient = {
				contact: CUSTOMER,
				content: {},
				state: 'planned',
				due: 0,
				key: `key of ${id}`,
			} as const;
			await store.campaigns.plan(campaign, [recipient]);
			const end = { state: 'accepted', messageId: `wamid.${id}`, outcome: {} } as const;
			if (isAnswered) await store.sends.end(`key of ${id}`, end);
		}

		it('has the messages of its recipients', async () => {
			await setPrices();
			await plans('spring');
			await hears(
				{ at: NOON, id: 'wamid.spring', pricing: regular('marketing') },
				{ at: NOON, id: 'wamid.else', pricing: regular('utility') },
			);
			expect(await sum({ campaign: 'spring' })).toMatchObject({ spent: 110_000 });
			const sums = await spending({ by: ['campaign'] });
			expect(sums.map(({ by, spent }) => [by.campaign, spent])).toEqual([
				['', 40_000],
				['spring', 110_000],
			]);
		});

		it('has a message whose statuses come before the answer to its call', async () => {
			await setPrices();
			await plans('spring', { isAnswered: false });
			const callbackData = writeCallbackData({ sentAt: NOON, key: 'key of spring' });
			await hears({ at: NOON, id: 'wamid.spring', callbackData, pricing: regular('marketing') });
			expect(await sum({ campaign: 'spring' })).toMatchObject({ spent: 110_000 });
			expect(await sum({ by: ['campaign'] })).toMatchObject({ by: { campaign: 'spring' } });
		});

		it('is none for messages that were kept until they could go out', async () => {
			await plans(keptCampaign(CHANNEL), { kept: true });
			await hears({ at: NOON, id: `wamid.${keptCampaign(CHANNEL)}`, pricing: regular('utility') });
			expect((await sum({ by: ['campaign'] })).by).toEqual({ campaign: '' });
		});
	});

	describe('outlives', () => {
		const ages = { events: 0, sends: 0 };

		it('the messages: what is forgotten still counts, by everything', async () => {
			await setPrices();
			await hears(
				{ at: NOON - DAY, id: 'a', status: 'sent', pricing: regular('marketing') },
				{ at: NOON, id: 'a' },
				{ at: NOON, id: 'b', pricing: regular('marketing') },
				{ at: NOON, id: 'c', status: 'sent', pricing: regular('marketing') },
				{ at: NOON, id: 'd', status: 'failed', code: 131026 },
				{ at: NOON, id: 'e', pricing: free('free_entry_point', 'marketing') },
			);
			clock.now = NOON + 41 * DAY;
			const by = ['day', 'market', 'category', 'number'] as const;
			const before = await spending({ by });
			await store.prune({ ...ages, events: clock.now, sends: clock.now });
			expect(await place.rows('charge')).toEqual([]);
			expect(await spending({ by })).toEqual(before);
			expect(before).toMatchObject([{ spent: 220_000 }, { spent: 0, messages: { failed: 1 } }]);
		});

		it('nothing that may still be corrected', async () => {
			await hears({ at: NOON, id: 'a', status: 'sent', pricing: regular('marketing') });
			clock.now = NOON + 40 * DAY;
			await store.prune({ ...ages, events: clock.now, sends: clock.now });
			expect(await place.rows('charge')).toHaveLength(1);
		});

		it('the customer, without the customer, and later statuses count with what is left', async () => {
			await setPrices();
			await hears({ at: NOON, status: 'sent', pricing: regular('marketing') });
			expect((await store.customers.export({ channel: CHANNEL, name: CUSTOMER })).charges).toMatchObject([
				{ messageId: 'wamid.out.1', contact: CUSTOMER, market: 'Germany', type: 'regular', sentAt: NOON },
			]);
			expect((await store.customers.erase({ channel: CHANNEL, name: CUSTOMER })).charges).toBe(1);
			expect(JSON.stringify(await place.rows('charge'))).not.toMatch(/wamid|4917/);
			expect(await counts()).toEqual({ pending: 1 });
			await hears({ at: NOON, status: 'delivered' });
			expect(await counts()).toEqual({ charged: 1 });
			expect(JSON.stringify(await place.rows('charge'))).not.toMatch(/wamid|4917/);
		});
	});
});
