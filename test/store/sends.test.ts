import type { SendRecord, Store } from '../../engine';
import { createEngine, parseWebhook, readCallbackData, writeCallbackData } from '../../engine';
import { NOW, OFFER } from '../support/engine-scene';
import { CHANNEL, CUSTOMER, messageStatus } from '../support/wire';
import { ANY_SLOT } from '../support/slots';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const send: SendRecord = {
		key: 'k',
		channel: CHANNEL,
		contact: CUSTOMER,
		action: 'template',
		template: OFFER,
		state: 'sending',
		at: NOW,
	};

	const hears = (status: string, callbackData: unknown, more: object = {}) => {
		const events = parseWebhook(messageStatus({ at: NOW, status, id: 'wamid.9', callbackData }), NOW);
		return createEngine({ store, now: () => NOW }).ingest(events.map((event) => ({ ...event, ...more })));
	};

	describe('a send is known from just before the call on', () => {
		it('the first to begin it may send it, every other is told what is known', async () => {
			expect(await store.sends.begin(send, ANY_SLOT)).toMatchObject({ slot: expect.any(Number) });
			expect(await store.sends.begin({ ...send, contact: 'other' }, ANY_SLOT)).toEqual({ known: send });
		});

		it('its end is kept', async () => {
			await store.sends.begin(send, ANY_SLOT);
			await store.sends.end('k', {
				state: 'accepted',
				messageId: 'wamid.9',
				outcome: { action: 'template' },
			});
			expect(await store.sends.find('k')).toEqual({
				...send,
				state: 'accepted',
				messageId: 'wamid.9',
				outcome: { action: 'template' },
			});
		});

		it('what provably did not happen is forgotten, and may be tried again', async () => {
			await store.sends.begin(send, ANY_SLOT);
			await store.sends.forget('k');
			expect(await store.sends.find('k')).toBeUndefined();
			expect(await store.sends.begin(send, ANY_SLOT)).toMatchObject({ slot: expect.any(Number) });
		});

		it('a key that nobody began is unknown', async () => {
			expect(await store.sends.find('k')).toBeUndefined();
		});
	});

	describe('a send takes the next free slot of its number', () => {
		const now = NOW * 1_000;
		const within = 3_000_000;
		const request = { channel: CHANNEL, lead: 0, within };
		/** The next free slot is then this far ahead. µs */
		const busyFor = (ahead: number) => store.rates.take({ channel: CHANNEL, lead: ahead - 12_500 }, 1);

		it('now if the number is free, then at the number’s rate', async () => {
			expect(await store.sends.begin(send, request)).toEqual({ slot: now, now });
			expect(await store.sends.begin({ ...send, key: 'l' }, request)).toEqual({ slot: now + 12_500, now });
		});

		it('exactly as far ahead as it may be', async () => {
			await busyFor(within);
			expect(await store.sends.begin(send, request)).toEqual({ slot: now + within, now });
		});

		it('a microsecond further ahead: takes none, and is not noted', async () => {
			await busyFor(within + 1);
			const before = await place.rows('pace');
			expect(await store.sends.begin(send, request)).toEqual({ none: { wait: 3_001 } });
			expect(await store.sends.find('k')).toBeUndefined();
			expect(await place.rows('pace')).toEqual(before);
		});

		it('takes none if its key is known', async () => {
			await store.sends.begin(send, request);
			const before = await place.rows('pace');
			expect(await store.sends.begin(send, request)).toEqual({ known: send });
			expect(await place.rows('pace')).toEqual(before);
		});

		it('takes none while the number is halted', async () => {
			await store.rates.halt(CHANNEL, { base: 1_000, most: 1_000 }, 'No answers.');
			const none = { wait: 1_000, halted: 'No answers.' };
			expect(await store.sends.begin(send, request)).toEqual({ none });
			expect(await store.sends.find('k')).toBeUndefined();
		});

		it.each([
			['as far ahead as others could have taken before it counts', 80, 120_000_000, 120_000_000],
			['further ahead was taken by a wrong clock: the number is free', 80, 120_000_001, 0],
			['of a slow number counts for 1,000 messages', 1, 1_000_000_000, 1_000_000_000],
			['further ahead than that does not', 1, 1_000_000_001, 0],
		])('a slot %s', async (_, perSecond, ahead, slot) => {
			await busyFor(ahead);
			await store.rates.set(CHANNEL, perSecond);
			const begun = await store.sends.begin(send, { ...request, within: undefined });
			expect(begun).toEqual({ slot: now + slot, now });
		});

		it('is kept under the customer’s first name', async () => {
			await store.apply({ aliases: [{ scope: CHANNEL, alias: 'US.1', contact: CUSTOMER }] });
			await store.sends.begin({ ...send, contact: 'US.1' }, request);
			expect(await store.sends.find('k')).toMatchObject({ contact: CUSTOMER });
		});
	});

	describe('a send that was begun', () => {
		it('may still go out in another form, but no more once its answer is known', async () => {
			await store.sends.begin(send, ANY_SLOT);
			const { template, ...rest } = send;
			const freeform = { ...rest, action: 'freeform', at: NOW + 1 } as const;
			await store.sends.amend(freeform);
			expect(await store.sends.find('k')).toEqual(freeform);
			await store.sends.end('k', { state: 'accepted', messageId: 'wamid.9' });
			await store.sends.amend({ ...send, template });
			expect(await store.sends.find('k')).toMatchObject({ action: 'freeform' });
		});
	});

	describe('a status settles the send whose key its callback data carries', () => {
		beforeEach(() => store.sends.begin(send, ANY_SLOT));
		const ours = writeCallbackData({ sentAt: NOW, key: 'k' });

		it.each([
			['sent', 'accepted'],
			['delivered', 'delivered'],
			['read', 'read'],
			['played', 'read'],
			['failed', 'failed'],
		])('%s: it is %s', async (status, state) => {
			await hears(status, ours);
			expect(await store.sends.find('k')).toMatchObject({ state, messageId: 'wamid.9' });
		});

		it('also when the status comes before our own note of the answer', async () => {
			await hears('read', ours);
			await store.sends.end('k', { state: 'accepted', messageId: 'wamid.9', outcome: 1 });
			expect(await store.sends.find('k')).toMatchObject({ state: 'read', outcome: 1 });
		});

		it('keeps the message’s ID if the answer is lost later, so that the next statuses find the send', async () => {
			await hears('sent', ours);
			await store.sends.end('k', { state: 'unconfirmed' });
			expect(await store.sends.find('k')).toMatchObject({ state: 'accepted', messageId: 'wamid.9' });
			await hears('read', undefined);
			expect(await store.sends.find('k')).toMatchObject({ state: 'read' });
		});

		it('also in a delivery that names no phone number', async () => {
			await hears('sent', ours, { channel: undefined });
			expect(await store.sends.find('k')).toMatchObject({ state: 'accepted' });
		});

		it.each([
			['another key', writeCallbackData({ sentAt: NOW, key: 'other' })],
			['somebody else’s data', 'k'],
			['no data', undefined],
		])('%s settles nothing', async (_, callbackData) => {
			await hears('sent', callbackData);
			expect(await store.sends.find('k')).toMatchObject({ state: 'sending' });
		});

		it('what has ended stays as it ended', async () => {
			await store.sends.end('k', { state: 'accepted', messageId: 'wamid.1', outcome: 1 });
			await hears('sent', ours);
			expect(await store.sends.find('k')).toMatchObject({ messageId: 'wamid.1', outcome: 1 });
		});
	});

	describe('a status says what the send is charged as', () => {
		beforeEach(() => store.sends.begin(send, ANY_SLOT));
		const PER_MESSAGE = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' };
		const hearsPrice = (status: string, pricing: object | undefined, key: string | undefined = 'k') => {
			const callbackData = key && writeCallbackData({ sentAt: NOW, key });
			const body = messageStatus({ at: NOW, status, id: 'wamid.9', callbackData, pricing });
			return createEngine({ store, now: () => NOW }).ingest(parseWebhook(body, NOW));
		};
		const charged = async () => (await store.sends.find('k'))!.pricing;

		it('per message', async () => {
			await hearsPrice('sent', PER_MESSAGE);
			const { pricing_model: model, ...rest } = PER_MESSAGE;
			expect(await charged()).toEqual({ model, ...rest });
		});

		it('per conversation, as until July 2025', async () => {
			await hearsPrice('sent', { billable: false, pricing_model: 'CBP', category: 'service' });
			expect(await charged()).toEqual({ model: 'CBP', category: 'service', billable: false });
		});

		it('with any of its statuses, also if a later one was heard before', async () => {
			await hearsPrice('read', undefined);
			expect(await charged()).toBeUndefined();
			await hearsPrice('sent', PER_MESSAGE);
			expect(await charged()).toMatchObject({ category: 'marketing' });
			expect(await store.sends.find('k')).toMatchObject({ state: 'read' });
		});

		it('and what was said first counts', async () => {
			await hearsPrice('sent', PER_MESSAGE);
			await hearsPrice('delivered', { ...PER_MESSAGE, category: 'utility' });
			expect(await charged()).toMatchObject({ category: 'marketing' });
		});

		it('also without callback data, by the id of the message', async () => {
			await store.sends.end('k', { state: 'accepted', messageId: 'wamid.9' });
			await hearsPrice('delivered', PER_MESSAGE, '');
			expect(await charged()).toMatchObject({ category: 'marketing' });
		});

		it('a price that says nothing known is none', async () => {
			await hearsPrice('sent', { category: 7, billable: 'yes' });
			expect(await charged()).toBeUndefined();
		});
	});
});

describe('callback data', () => {
	it.each([
		['a key', { sentAt: NOW, key: 'abc' }],
		['a key with colons', { sentAt: NOW, key: 'a:b:c' }],
		['a key of 490 characters', { sentAt: NOW, key: 'k'.repeat(490) }],
		['the beginning of time', { sentAt: 0, key: 'k' }],
	])('%s comes back as it was, in at most 512 characters, and begins with bm1:', (_, data) => {
		const text = writeCallbackData(data);
		expect(text).toMatch(/^bm1:/);
		expect(text.length).toBeLessThanOrEqual(512);
		expect(readCallbackData(text)).toEqual(data);
	});

	it.each([undefined, '', 'bm1:', 'bm1:abc', 'bm1:abc:', 'bm2:abc:k', '{"originator":"bizai"}'])(
		'%j is not ours',
		(text) => {
			expect(readCallbackData(text)).toBeUndefined();
		},
	);
});
