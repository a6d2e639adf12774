import type { SendRecord, Store } from '../../engine';
import { createEngine, parseWebhook, readCallbackData, writeCallbackData } from '../../engine';
import { NOW, OFFER } from '../support/engine-scene';
import { CHANNEL, CUSTOMER, messageStatus } from '../support/wire';
import { ANY_SLOT } from '../support/slots';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
	});
	afterEach(() => place.remove());

	const send: SendRecord = {
		...{ key: 'k', channel: CHANNEL, contact: CUSTOMER, action: 'template', template: OFFER },
		...{ state: 'sending', at: NOW },
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
});
