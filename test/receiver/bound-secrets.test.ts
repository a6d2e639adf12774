import type { Engine, Store } from '../../engine';
import { createEngine, signPayload, writeCallbackData } from '../../engine';
import type { BoundSecret } from '../../receiver';
import { openStore } from '../../store';
import { ANY_SLOT } from '../support/slots';
import * as wire from '../support/wire';
import { ACCOUNT, CHANNEL, CUSTOMER, HOUR } from '../support/wire';
import type { ReceiverScene } from './support/receiver-scene';
import { openReceiverScene } from './support/receiver-scene';

const NOW = 1_800_000_000_000;
const OTHER_CHANNEL = '200';
const OTHER_ACCOUNT = 'A2';
const OWN = 'own-secret';
const OTHER = 'other-secret';

let store: Store;
let engine: Engine;
let scene: ReceiverScene;

const bound: BoundSecret[] = [
	{ secret: OWN, channels: [CHANNEL] },
	{ secret: OTHER, channels: [OTHER_CHANNEL] },
];

async function open(secrets: BoundSecret[] = bound): Promise<void> {
	store = await openStore('sqlite::memory:');
	engine = createEngine({ store, now: () => NOW });
	scene = await openReceiverScene({ store, secret: undefined, secrets, now: () => NOW });
}
afterEach(() => scene.close());

async function post(secret: string, body: unknown): Promise<number> {
	const text = JSON.stringify(body);
	return (await scene.post(text, { 'x-provider-signature': signPayload(text, secret) })).status;
}

const of = (to: string) => ({ channel: CHANNEL, to });
const template = { name: 'offer', language: 'en_US' };
const optedOut = async () => [...(await engine.conversation(of(CUSTOMER))).optedOut];
const window = async () => (await engine.conversation(of(CUSTOMER))).window;
const holder = async () => (await engine.conversation(of(CUSTOMER))).holder;
const templateState = async () =>
	(await engine.template({ channel: CHANNEL, account: ACCOUNT, template })).state;

const attacks = [
	['open a window', wire.customerMessage({ at: NOW }), window, 'closed', 'open'],
	['opt a customer out', wire.preference({ at: NOW, value: 'stop' }), optedOut, [], ['MARKETING']],
	['hand a conversation over', wire.handover({ at: NOW, to: 'agent' }), holder, 'business', 'agent'],
	[
		'disable a template',
		wire.templateStatus({ at: NOW, event: 'DISABLED' }),
		templateState,
		'never-seen',
		'disabled',
	],
] as const;

describe.each(attacks)("a secret that isn't the number's cannot %s", (_, body, state, before, after) => {
	it('what it says is kept as unknown, counted, and reported, and the event itself still counts', async () => {
		await open([
			{ secret: OWN, channels: [CHANNEL], accounts: [ACCOUNT] },
			{ secret: OTHER, channels: [OTHER_CHANNEL], accounts: [OTHER_ACCOUNT] },
		]);
		expect(await post(OTHER, body)).toBe(200);
		expect(await state()).toEqual(before);
		expect(await scene.events()).toMatchObject([
			{ kind: 'unknown', id: expect.stringMatching(/^unknown:/) as unknown },
		]);
		expect(await scene.metric('events_ineffective_total{reason="beyond-secret"}')).toBe(1);
		expect(scene.incidents).toMatchObject([{ event: 'beyond-secret', events: 1 }]);

		expect(await post(OWN, body)).toBe(200);
		expect(await state()).toEqual(after);
		expect(await scene.metric('events_ineffective_total{reason="beyond-secret"}')).toBe(1);
	});

	it('it comes twice and is kept once', async () => {
		await open([{ secret: OTHER, channels: [OTHER_CHANNEL], accounts: [OTHER_ACCOUNT] }]);
		expect([await post(OTHER, body), await post(OTHER, body)]).toEqual([200, 200]);
		expect(await scene.events()).toHaveLength(1);
	});
});

describe('the account of a number', () => {
	beforeEach(() => open());

	it('is the one that the store learned from its deliveries', async () => {
		const disabled = wire.templateStatus({ at: NOW, event: 'DISABLED' });
		await post(OWN, wire.customerMessage({ at: NOW }));
		await post(
			OTHER,
			wire.customerMessage({ at: NOW, channel: OTHER_CHANNEL, account: OTHER_ACCOUNT, id: 'wamid.other' }),
		);
		await post(OTHER, disabled);
		expect(await templateState()).toBe('never-seen');
		await post(OWN, disabled);
		expect(await templateState()).toBe('disabled');
	});

	it('cannot be claimed by a delivery of another number, which counts all the same', async () => {
		await post(OWN, wire.customerMessage({ at: NOW }));
		await post(
			OTHER,
			wire.customerMessage({ at: NOW, channel: OTHER_CHANNEL, account: ACCOUNT, id: 'wamid.claims' }),
		);
		expect((await engine.conversation({ channel: OTHER_CHANNEL, to: CUSTOMER })).window).toBe('open');
		await post(OTHER, wire.templateStatus({ at: NOW, event: 'DISABLED' }));
		expect(await templateState()).toBe('never-seen');
	});
});

describe('what a secret may speak for', () => {
	it('is everything without channels and accounts', async () => {
		await open([{ secret: OWN }]);
		await post(OWN, wire.customerMessage({ at: NOW }));
		await post(OWN, wire.templateStatus({ at: NOW, event: 'DISABLED' }));
		expect([await window(), await templateState()]).toEqual(['open', 'disabled']);
		expect(scene.incidents).toEqual([]);
	});

	it('is all that it is configured for, however often it is', async () => {
		await open([
			{ secret: 'shared', channels: [CHANNEL] },
			{ secret: ['older', 'shared'], channels: [OTHER_CHANNEL] },
		]);
		await post('shared', wire.customerMessage({ at: NOW }));
		expect(await window()).toBe('open');
		const later = { at: NOW - HOUR, from: '49170999', id: 'wamid.older' };
		await post('older', wire.customerMessage(later));
		expect((await engine.conversation(of('49170999'))).window).toBe('closed');
	});

	it('is not a send of another number, whose key it guessed', async () => {
		await open();
		const record = { key: 'once:greeting', channel: CHANNEL, contact: CUSTOMER, action: 'freeform' } as const;
		await store.sends.begin({ ...record, state: 'sending', at: NOW }, ANY_SLOT);
		const callbackData = writeCallbackData({ sentAt: NOW, key: record.key });
		const failed = JSON.stringify(
			wire.messageStatus({ at: NOW, status: 'failed', code: 131026, callbackData }),
		);
		await post(OTHER, JSON.parse(failed.replaceAll(CHANNEL, OTHER_CHANNEL)));
		expect(await store.sends.find(record.key)).toMatchObject({ state: 'sending' });
		await post(OWN, JSON.parse(failed));
		expect(await store.sends.find(record.key)).toMatchObject({ state: 'failed' });
	});

	it('does not matter to a body that nobody understands', async () => {
		await open();
		expect(await post(OWN, { news: 1 })).toBe(200);
		expect(scene.incidents).toEqual([]);
	});
});
