import type { Store } from '../../engine';
import { openStore } from '../../store';
import type { GatewayClient } from '../../gateway';
import { createGatewayClient } from '../../gateway';
import type { Registration } from '../../receiver';
import {
	copiesGoTo,
	isListenedTo,
	isRegistered,
	registerWebhook,
	staysRegistered,
	unregisterWebhook,
} from '../../receiver';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';

const OURS = 'http://127.0.0.1:9/ours';
const OURS_MOVED = 'http://127.0.0.1:9/ours-moved';
const FOREIGN = 'http://127.0.0.1:9/foreign';
const FOREIGN_LATER = 'http://127.0.0.1:9/foreign-later';

let sandbox: Sandbox;
let store: Store;
let webhook: GatewayClient['webhook'];
let first: Registration;

beforeEach(async () => {
	sandbox = await startSandbox();
	store = await openStore('sqlite::memory:');
	({ webhook } = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey }));
	first = {
		store,
		webhook,
		channel: sandbox.phoneNumberId,
		url: OURS,
		owner: { id: 'w1/n1', name: 'First' },
	};
	await webhook.set(FOREIGN);
});
afterEach(async () => {
	await store.close();
	await sandbox.close();
});

const urlNow = async () => (await webhook.get()).url;

it('a published trigger gets the webhook, and the former URL comes back afterwards', async () => {
	await registerWebhook(first);
	expect([await urlNow(), await isRegistered(first)]).toEqual([OURS, true]);
	await unregisterWebhook(first);
	expect([await urlNow(), await isRegistered(first)]).toEqual([FOREIGN, false]);
});

it('a URL of ours is never remembered as the former one', async () => {
	await registerWebhook(first);
	await registerWebhook({ ...first, url: OURS_MOVED });
	await unregisterWebhook({ ...first, url: OURS_MOVED });
	expect(await urlNow()).toBe(FOREIGN);
});

it('the newest URL of somebody else is the one that comes back', async () => {
	await registerWebhook(first);
	await webhook.set(FOREIGN_LATER);
	await registerWebhook(first);
	await unregisterWebhook(first);
	expect(await urlNow()).toBe(FOREIGN_LATER);
});

it('a URL that somebody else set meanwhile is left alone', async () => {
	await registerWebhook(first);
	await webhook.set(FOREIGN_LATER);
	expect(await isRegistered(first)).toBe(false);
	await unregisterWebhook(first);
	expect(await urlNow()).toBe(FOREIGN_LATER);
});

it('with no former URL nothing is put back', async () => {
	const empty = await startSandbox();
	const client = createGatewayClient({ baseUrl: empty.url, apiKey: empty.apiKey });
	const registration = { ...first, webhook: client.webhook, channel: empty.phoneNumberId };
	await registerWebhook(registration);
	await unregisterWebhook(registration);
	expect((await client.webhook.get()).url).toBe(OURS);
	await empty.close();
});

describe('a second published trigger on the same number', () => {
	const second = () => ({ ...first, url: OURS_MOVED, owner: { id: 'w2/n1', name: 'Second' } });

	it('is refused with the name of the first', async () => {
		await registerWebhook(first);
		await expect(registerWebhook(second())).rejects.toThrow(
			'The workflow "First" receives the events of this phone number',
		);
		expect(await urlNow()).toBe(OURS);
	});

	it('is told both ways out: to share the number, or unpublishing the first', async () => {
		await registerWebhook(first);
		const refused = expect(registerWebhook(second())).rejects;
		await refused.toThrow('set If Another Workflow Listens to Share');
		await expect(registerWebhook(second())).rejects.toThrow('unpublish it first');
	});

	it('takes over where the first is not published any more', async () => {
		await registerWebhook(first);
		await unregisterWebhook(first);
		await registerWebhook(second());
		expect(await urlNow()).toBe(OURS_MOVED);
	});

	it('takes over where the first has lost the webhook to somebody else', async () => {
		await registerWebhook(first);
		await webhook.set(FOREIGN_LATER);
		await registerWebhook(second());
		expect([await urlNow(), await isRegistered(first)]).toEqual([OURS_MOVED, false]);
	});
});

it('a number is listened to unless it delivers nowhere, or to a trigger that is no longer published', async () => {
	const isHeard = () => isListenedTo(first);
	expect(await isHeard()).toBe(true);
	await registerWebhook(first);
	expect(await isHeard()).toBe(true);
	await webhook.set('http://127.0.0.1:9/foreign-later');
	await unregisterWebhook(first);
	expect(await isHeard()).toBe(true);
	await webhook.set(OURS);
	expect(await isHeard()).toBe(false);
	await sandbox.control.unsetWebhook();
	expect(await isHeard()).toBe(false);
});

describe('a test run', () => {
	const test = () => ({ ...first, url: 'http://127.0.0.1:9/webhook-test/ours', isTest: true });

	it('leaves the webhook to a published trigger, also its own, and gets copies until it ends', async () => {
		await registerWebhook(first);
		expect(await copiesGoTo(store, first.channel)).toBeUndefined();
		await registerWebhook(test());
		expect([await urlNow(), await copiesGoTo(store, first.channel)]).toEqual([OURS, test().url]);
		await unregisterWebhook(test());
		expect([await urlNow(), await copiesGoTo(store, first.channel)]).toEqual([OURS, undefined]);
	});

	it('gets the webhook otherwise, and the former URL comes back afterwards', async () => {
		await registerWebhook(test());
		expect(await urlNow()).toBe(test().url);
		await unregisterWebhook(test());
		expect(await urlNow()).toBe(FOREIGN);
	});

	it('that never ended gives way to a published trigger, and is not put back after it', async () => {
		await registerWebhook(test());
		await registerWebhook(first);
		await unregisterWebhook(first);
		expect(await urlNow()).toBe(FOREIGN);
	});
});

describe('a published trigger that begins anew', () => {
	const UNREACHABLE = {
		get: () => Promise.reject(new Error('The gateway is down.')),
	} as unknown as typeof webhook;

	it('has nothing to register, and asks no gateway', async () => {
		await registerWebhook(first);
		expect(await staysRegistered({ ...first, webhook: UNREACHABLE })).toBe(true);
	});

	it('registers the address of n8n if that has changed', async () => {
		await registerWebhook(first);
		expect(await staysRegistered({ ...first, url: OURS_MOVED })).toBe(false);
	});

	it('leaves a URL alone that somebody else has set since, also if its own has changed', async () => {
		await registerWebhook(first);
		await webhook.set(FOREIGN_LATER);
		expect(await staysRegistered(first)).toBe(true);
		expect(await staysRegistered({ ...first, url: OURS_MOVED })).toBe(true);
	});

	it('registers what was put back meanwhile', async () => {
		await registerWebhook(first);
		await unregisterWebhook(first);
		expect(await staysRegistered(first)).toBe(false);
	});
});
