import type { Store } from '../../engine';
import { openStore } from '../../store';
import type { GatewayClient } from '../../gateway';
import { createGatewayClient } from '../../gateway';
import {
	checkWebhook,
	lookAtWebhook,
	registerWebhook,
	replaceWebhook,
	revertWebhook,
	unregisterWebhook,
} from '../../receiver';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';

/** Sorts before the others, so that it is the first also of those kept in the same millisecond. */
const OURS = 'http://127.0.0.1:9/a/webhook/hook/webhook';
const MOVED = 'http://127.0.0.1:9/moved/webhook/hook/webhook';
const FOREIGN = 'http://127.0.0.1:9/foreign';
const LATER = 'http://127.0.0.1:9/later';
const owner = { id: 'w1/n1', name: 'Receive' };
const unmoved = (registered: string) => registered;

let sandbox: Sandbox;
let store: Store;
let webhook: GatewayClient['webhook'];
let number: { store: Store; webhook: GatewayClient['webhook']; channel: string };

beforeEach(async () => {
	sandbox = await startSandbox();
	store = await openStore('sqlite::memory:');
	({ webhook } = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey }));
	number = { store, webhook, channel: sandbox.phoneNumberId };
});
afterEach(async () => {
	await store.close();
	await sandbox.close();
});

const urlNow = async () => (await webhook.get()).url;
const publish = () => registerWebhook({ ...number, url: OURS, owner });

describe('what a webhook replaces', () => {
	it('is kept, and put back without anyone remembering it', async () => {
		await webhook.set(FOREIGN);
		expect(await replaceWebhook(number, LATER)).toEqual({ url: LATER, replaced: FOREIGN });
		expect(await revertWebhook(number)).toEqual({ url: FOREIGN, replaced: LATER });
		expect(await urlNow()).toBe(FOREIGN);
	});

	it('is kept before the new one is set', async () => {
		await webhook.set(FOREIGN);
		await expect(replaceWebhook(number, 'no URL')).rejects.toThrow('400');
		expect(await store.webhooks.list(number.channel)).toMatchObject([{ url: FOREIGN, ours: false }]);
	});

	it('is put back once: a repeated revert goes no further', async () => {
		await webhook.set(FOREIGN);
		await replaceWebhook(number, LATER);
		await revertWebhook(number);
		expect(await revertWebhook(number)).toEqual({ url: FOREIGN, replaced: FOREIGN });
	});

	it('is not remembered where it was ours', async () => {
		await webhook.set(FOREIGN);
		await publish();
		await replaceWebhook(number, LATER);
		expect((await revertWebhook(number)).url).toBe(FOREIGN);
	});

	it('is not put back where none is known, unless it is given', async () => {
		await expect(revertWebhook(number)).rejects.toThrow('No previous URL of this phone number is known');
		expect(await revertWebhook(number, FOREIGN)).toEqual({ url: FOREIGN, replaced: '' });
	});
});

describe('a look at the webhook', () => {
	it('tells whose it is', async () => {
		expect(await lookAtWebhook(number)).toEqual({ url: '', ours: false });
		await publish();
		expect(await lookAtWebhook(number)).toEqual({ url: OURS, ours: true, owner });
		await webhook.set(FOREIGN);
		expect(await lookAtWebhook(number)).toEqual({ url: FOREIGN, ours: false });
	});
});

describe('a check of the webhook', () => {
	it('leaves alone what is right', async () => {
		await publish();
		expect(await checkWebhook(number, unmoved)).toEqual({ state: 'right', url: OURS, owner });
	});

	it('leaves alone what belongs to no published trigger', async () => {
		await publish();
		await unregisterWebhook({ ...number, url: OURS, owner });
		await webhook.set(FOREIGN);
		expect(await checkWebhook(number, unmoved)).toEqual({ state: 'no-trigger', url: FOREIGN });
		expect(await urlNow()).toBe(FOREIGN);
	});

	it('sets the URL of the published trigger, and keeps the one that was there', async () => {
		await publish();
		await webhook.set(FOREIGN);
		expect(await checkWebhook(number, unmoved)).toEqual({
			state: 'repaired',
			url: OURS,
			replaced: FOREIGN,
			owner,
		});
		expect(await urlNow()).toBe(OURS);
		await unregisterWebhook({ ...number, url: OURS, owner });
		expect(await urlNow()).toBe(FOREIGN);
	});

	it("follows n8n's public address, and takes the former URL for ours", async () => {
		await webhook.set(FOREIGN);
		await publish();
		expect(await checkWebhook(number, () => MOVED)).toEqual({
			state: 'repaired',
			url: MOVED,
			replaced: OURS,
			owner,
		});
		expect(await checkWebhook(number, unmoved)).toMatchObject({ state: 'right', url: MOVED });
		await unregisterWebhook({ ...number, url: MOVED, owner });
		expect(await urlNow()).toBe(FOREIGN);
	});
});
