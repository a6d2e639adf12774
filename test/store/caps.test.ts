import { systemRuntime } from '../../base';
import type { SendCap, SendRecord, Store } from '../../engine';
import { createStore } from '../../store/create-store';
import type { Database } from '../../store/database';
import { openPostgresDatabase } from '../../store/postgres/postgres-database';
import { openSqliteDatabase } from '../../store/sqlite/sqlite-database';
import type { Work } from '../../store/work';
import { NOW, OFFER } from '../support/engine-scene';
import { ANY_SLOT } from '../support/slots';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, DAY } from '../support/wire';

const OTHER = '491701234568';
const THIRD = '491701234569';

const MARKETING: SendCap = { counter: 'marketingSent', within: DAY, below: 2 };
const MESSAGES: SendCap = { counter: 'messagesSent', within: DAY, below: 2 };
const CUSTOMERS: SendCap = { counter: 'newCustomers', within: DAY, below: 2 };
const STILL_NEW: SendCap = { counter: 'isNewCustomer', within: DAY, below: 1 };
/** Of a decision for a customer who was counted already. */
const STILL_COUNTED: SendCap = { counter: 'isNewCustomer', within: DAY, from: 1, below: 2 };

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
	});
	afterEach(() => place.remove());

	let sends = 0;
	const record = (more: Partial<SendRecord> = {}): SendRecord => ({
		key: `k${(sends += 1)}`,
		channel: CHANNEL,
		contact: CUSTOMER,
		action: 'template',
		template: OFFER,
		category: 'MARKETING',
		opens: true,
		state: 'sending',
		at: NOW,
		...more,
	});
	const begin = (more: Partial<SendRecord> = {}, caps?: SendCap[]) =>
		store.sends.begin(record(more), ANY_SLOT, caps);

	const REACHED = { capReached: true };
	const BEGUN = { slot: expect.any(Number), now: expect.any(Number) };

	describe('a single send is begun only while all that its decision counted is below its bound', () => {
		it.each<[string, Array<Partial<SendRecord>>, SendCap, Partial<SendRecord>, object]>([
			['one below', [{}], MARKETING, {}, BEGUN],
			['at the bound', [{}, {}], MARKETING, {}, REACHED],
			['above it', [{}, {}, {}], MARKETING, {}, REACHED],
			['others are to another customer', [{}, { contact: OTHER }], MARKETING, {}, BEGUN],
			['others are from another number', [{}, { channel: 'another' }], MARKETING, {}, BEGUN],
			['others are of another category', [{}, { category: 'UTILITY' }], MARKETING, {}, BEGUN],
			['of messages, all count', [{}, { action: 'freeform', opens: false }], MESSAGES, {}, REACHED],
			['others failed', [{}, { state: 'failed' }], MARKETING, {}, BEGUN],
			['others are within the period', [{}, { at: NOW - DAY + 1 }], MARKETING, {}, REACHED],
			['others are as long ago as it lasts', [{}, { at: NOW - DAY }], MARKETING, {}, BEGUN],
			['others are dated later, by another clock', [{}, { at: NOW + 1_000 }], MARKETING, {}, REACHED],
			['new customers below', [{}], CUSTOMERS, { contact: OTHER }, BEGUN],
			['new customers at the bound', [{}, { contact: THIRD }], CUSTOMERS, { contact: OTHER }, REACHED],
			['the same new customer twice is one', [{}, {}], CUSTOMERS, { contact: OTHER }, BEGUN],
			['a customer who is still new', [{ contact: OTHER }], STILL_NEW, {}, BEGUN],
			['a customer who was counted meanwhile', [{}], STILL_NEW, {}, REACHED],
			['a customer who was counted 24 h ago', [{ at: NOW - DAY }], STILL_NEW, {}, BEGUN],
			['a customer who is still counted', [{ at: NOW - DAY + 1 }], STILL_COUNTED, {}, BEGUN],
			['a customer who is new again, after 24 h', [{ at: NOW - DAY }], STILL_COUNTED, {}, REACHED],
			[
				'a customer who is new again, as the message failed',
				[{ state: 'failed' }],
				STILL_COUNTED,
				{},
				REACHED,
			],
		])('%s', async (_case, before, cap, more, result) => {
			for (const one of before) await begin(one);
			expect(await begin(more, [cap])).toEqual(result);
		});

		it('one bound that is reached is enough', async () => {
			await begin();
			expect(await begin({}, [MARKETING, STILL_NEW])).toEqual(REACHED);
		});

		it('what isn’t begun is not noted, and takes no slot', async () => {
			await begin();
			const [rows, pace] = [await place.rows('send'), await place.rows('pace')];
			expect(await begin({}, [STILL_NEW])).toEqual(REACHED);
			expect(await place.rows('send')).toEqual(rows);
			expect(await place.rows('pace')).toMatchObject([
				{ next_slot: (pace[0] as { next_slot: unknown }).next_slot },
			]);
		});

		it('a key that is known is known, whatever was reached', async () => {
			const known = record();
			await store.sends.begin(known, ANY_SLOT);
			expect(await store.sends.begin(known, ANY_SLOT, [STILL_NEW])).toEqual({ known });
		});

		it('a customer with two names is one', async () => {
			await store.apply({ aliases: [{ scope: CHANNEL, alias: 'US.1', contact: CUSTOMER }] });
			await begin();
			await begin({ contact: 'US.1' });
			expect(await begin({ contact: 'US.1' }, [MARKETING])).toEqual(REACHED);
		});

		it('of two processes that begin at once, one begins the last', async () => {
			const other = await place.open();
			for (let round = 0; round < 20; round += 1) {
				const contact = `49170${1_000_000 + round}`;
				const begun = await Promise.all(
					[store, other, store, other].map((one) =>
						one.sends.begin(record({ contact }), ANY_SLOT, [MARKETING]),
					),
				);
				expect(begun.filter((one) => 'slot' in one)).toHaveLength(2);
			}
		});
	});

	describe('a send that goes out in another form', () => {
		const freeform = () => record({ action: 'freeform', template: undefined, opens: false });
		const asTemplate = (send: SendRecord): SendRecord => ({ ...send, ...record(), key: send.key });

		it('doesn’t count toward its own caps', async () => {
			const send = freeform();
			await store.sends.begin(send, ANY_SLOT);
			expect(await store.sends.amend(asTemplate(send), [STILL_NEW])).toBe(true);
			expect(await store.sends.find(send.key)).toMatchObject({ action: 'template', opens: true });
		});

		it('stays as it was if others have reached a cap', async () => {
			const send = freeform();
			await store.sends.begin(send, ANY_SLOT);
			await begin();
			expect(await store.sends.amend(asTemplate(send), [STILL_NEW])).toBe(false);
			expect(await store.sends.find(send.key)).toMatchObject({ action: 'freeform' });
		});

		it('isn’t counted for the decision about it, if it’s named', async () => {
			const send = record();
			await store.sends.begin(send, ANY_SLOT);
			const query = { channel: CHANNEL, contact: CUSTOMER, sentSince: 0, newCustomersSince: 0 };
			const state = await store.readDecisionState({ ...query, without: send.key });
			expect(state).toMatchObject({ sent: [], newCustomers: { count: 0, known: false } });
			expect(await store.readDecisionState(query)).toMatchObject({
				sent: [{ at: NOW }],
				newCustomers: { count: 1, oldestAt: NOW, known: true },
			});
		});
	});

	describe('of a campaign’s messages', () => {
		/** Plans and claims recipients, and begins them at once. */
		async function beginAll(
			contacts: string[],
			caps: (contact: string) => SendCap[] | undefined,
			of = store,
		) {
			const id = `campaign ${(sends += 1)}`;
			await of.campaigns.open({
				id,
				channel: CHANNEL,
				kept: false,
				policy: { name: 'strict', version: 1 },
				plannedAt: NOW,
			});
			await of.campaigns.plan(
				{ channel: CHANNEL, id },
				contacts.map((contact, index) => ({
					contact,
					recipient: `r${index}`,
					template: OFFER,
					content: {},
					state: 'planned',
					due: index,
				})),
			);
			const claim = { channel: CHANNEL, campaign: id, now: NOW, leaseMs: 60_000, token: id, limit: 100 };
			const { recipients } = await of.campaigns.claim({ ...claim, free: [] });
			const starts = recipients.map(({ key, contact }) => ({
				key,
				token: id,
				action: 'template' as const,
				category: 'MARKETING',
				opens: true,
				rule: 'template',
				reason: 'Yes.',
				caps: caps(contact),
			}));
			const { begun, slots } = await of.campaigns.begin(starts, { at: NOW, again: 0 }, ANY_SLOT);
			expect(slots).toHaveLength(begun.length);
			const contactOf = new Map(recipients.map(({ key, contact }) => [key, contact]));
			return begun.map((key) => contactOf.get(key)!).sort();
		}

		it('as many are begun as there is room for, and each takes a slot', async () => {
			await begin({ contact: THIRD });
			expect(await beginAll([CUSTOMER, OTHER], () => [CUSTOMERS])).toHaveLength(1);
		});

		it('a customer who was counted takes no room', async () => {
			await begin();
			expect(await beginAll([CUSTOMER, OTHER], () => [CUSTOMERS])).toEqual([CUSTOMER, OTHER]);
		});

		it('two to one customer count as two messages, and as one new customer', async () => {
			expect(await beginAll([CUSTOMER, CUSTOMER, CUSTOMER], () => [MARKETING])).toHaveLength(2);
			expect(await beginAll([OTHER, OTHER], () => [{ ...CUSTOMERS, below: 3 }])).toHaveLength(2);
		});

		it('those without caps are begun, whatever others reach', async () => {
			const capsOf = (contact: string) => (contact === OTHER ? undefined : [{ ...MARKETING, below: 0 }]);
			expect(await beginAll([CUSTOMER, OTHER], capsOf)).toEqual([OTHER]);
		});

		it('of two processes that begin at once, both together begin as many as there is room for', async () => {
			const other = await place.open();
			const contacts = Array.from({ length: 20 }, (_each, index) => String(491_701_000_000 + index));
			const cap = { ...CUSTOMERS, below: 25 };
			const begun = await Promise.all([
				beginAll(contacts.slice(0, 10), () => [cap]),
				beginAll(contacts.slice(10), () => [cap], other),
				beginAll(
					contacts.map((contact) => `9${contact}`),
					() => [cap],
					other,
				),
			]);
			expect(begun.flat()).toHaveLength(25);
		});
	});

	describe('a message without caps costs no statement more', () => {
		let statements: number;
		let database: Database;
		let counted: Store;
		beforeEach(async () => {
			const quiet = { isFolderShared: false, warn() {} };
			database = place.url.startsWith('sqlite:')
				? await openSqliteDatabase(place.url.slice('sqlite:'.length), systemRuntime, quiet)
				: await openPostgresDatabase(place.url);
			function* counting<Result>(work: Work<Result>): Work<Result> {
				let next = work.next();
				while (!next.done) {
					statements += 1;
					next = work.next(yield next.value);
				}
				return next.value;
			}
			const write: Database['write'] = (work) => database.write(() => counting(work()));
			counted = createStore({ ...database, write }, systemRuntime);
			await counted.sends.begin(record(), ANY_SLOT);
			statements = 0;
		});
		afterEach(() => database.close());

		it('alone: it’s noted, and its number is read and written', async () => {
			await counted.sends.begin(record(), ANY_SLOT);
			expect(statements).toBe(3);
		});

		it('with caps, its number is held, and what was sent is read once', async () => {
			await counted.sends.begin(record(), ANY_SLOT, [MARKETING, MESSAGES]);
			expect(statements).toBe(3 + 2);
			statements = 0;
			await counted.sends.begin(record(), ANY_SLOT, [{ ...CUSTOMERS, below: 9 }]);
			expect(statements).toBe(3 + 3);
		});

		it.each([
			['without', undefined, 4],
			['with an empty list of', [], 4],
		])('of a campaign, %s caps', async (_case, caps, most) => {
			const campaign = { id: 'spring', channel: CHANNEL, kept: false, plannedAt: NOW };
			await counted.campaigns.open({ ...campaign, policy: { name: 'strict', version: 1 } });
			await counted.campaigns.plan(campaign, [{ contact: OTHER, content: {}, state: 'planned', due: 0 }]);
			const claim = { channel: CHANNEL, now: NOW, leaseMs: 60_000, token: 'a', limit: 100, free: [] };
			const { recipients } = await counted.campaigns.claim(claim);
			statements = 0;
			const start = { action: 'freeform', opens: false, rule: 'window-open', reason: 'Yes.' } as const;
			await counted.campaigns.begin(
				recipients.map(({ key }) => ({ key, token: 'a', ...start, caps })),
				{ at: NOW, again: 0 },
				ANY_SLOT,
			);
			expect(statements).toBe(most);
		});
	});
});
