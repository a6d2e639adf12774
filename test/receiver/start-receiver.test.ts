import { signPayload } from '../../engine';
import { openStore } from '../../store';
import { startReceiver } from '../../receiver';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { clientOf } from '../sandbox/support/client';
import { CUSTOMER } from '../support/wire';
import type { ReceiverScene } from './support/receiver-scene';
import { messageBody, openReceiverScene, SECRET } from './support/receiver-scene';

let scene: ReceiverScene;
afterEach(() => scene.close());

describe('deliveries of the gateway', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox();
		scene = await openReceiverScene({ secret: sandbox.signingSecret });
		await clientOf(sandbox).setWebhook(scene.receiver.url);
	});
	afterEach(() => sandbox.close());

	it('are taken at the first try, each event once, in the order of a conversation', async () => {
		for (const text of ['one', 'two', 'three'])
			await sandbox.control.customerWrites({ from: CUSTOMER, text });
		await sandbox.control.idle();
		const texts = (await scene.events()).flatMap((event) =>
			event.kind === 'message' ? [event.message.text?.body] : [],
		);
		expect(texts).toEqual(['one', 'two', 'three']);
		expect(sandbox.control.deliveries().map(({ outcome }) => outcome)).toEqual(Array(3).fill('delivered'));
	});

	it('that come twice are taken once, and answered 200 both times', async () => {
		sandbox.control.faults({ duplicateWebhooks: 1 });
		await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await sandbox.control.idle();
		expect(await scene.kept()).toHaveLength(1);
		expect(sandbox.control.deliveries().map(({ status }) => status)).toEqual([200, 200]);
		expect([
			await scene.metric('events_total{result="new"}'),
			await scene.metric('events_total{result="duplicate"}'),
		]).toEqual([1, 1]);
	});
});

describe('the answer to a delivery', () => {
	beforeEach(async () => {
		scene = await openReceiverScene();
	});

	it('is 200 once its events are in the inbox', async () => {
		expect(await scene.post(messageBody('wamid.1'))).toEqual({
			status: 200,
			body: { received: 1, duplicates: 0 },
		});
		expect(await scene.kept()).toEqual(['message:wamid.1']);
	});

	it('is 401 for a signature that does not fit, and for none', async () => {
		for (const signature of [signPayload(messageBody('wamid.2'), SECRET), '']) {
			const { status } = await scene.post(messageBody('wamid.1'), { 'x-provider-signature': signature });
			expect(status).toBe(401);
		}
		expect(await scene.kept()).toEqual([]);
		expect(await scene.metric('requests_rejected_total{reason="signature"}')).toBe(2);
		expect(await scene.store.webhooks.refused()).toMatchObject({ count: 2 });
	});

	it('is 200 for a signed body that nobody understands, which is kept as unknown', async () => {
		expect((await scene.post('{"news":1}')).status).toBe(200);
		expect((await scene.post('no JSON')).status).toBe(200);
		expect((await scene.events()).map(({ kind, raw }) => [kind, raw])).toEqual([
			['unknown', { news: 1 }],
			['unknown', 'no JSON'],
		]);
	});

	it('is 503 with Retry-After while the store takes nothing, with a sentence that names the cause', async () => {
		await scene.store.close();
		const response = await fetch(scene.receiver.url, {
			method: 'POST',
			headers: { 'x-provider-signature': signPayload(messageBody('wamid.1'), SECRET) },
			body: messageBody('wamid.1'),
		});
		expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
		expect(await response.json()).toEqual({
			error: expect.stringContaining("The store didn't accept the delivery") as unknown,
		});
	});

	it('is 404 at another path, and 405 with what is allowed for another method', async () => {
		const elsewhere = await fetch(new URL('/elsewhere', scene.receiver.url), { method: 'POST' });
		expect([elsewhere.status, await elsewhere.json()]).toEqual([
			404,
			{ error: 'There is nothing here. Send deliveries to /webhook.' },
		]);
		const put = await fetch(scene.receiver.url, { method: 'PUT' });
		expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
	});

	it('does not hang on a query behind the path', async () => {
		const response = await fetch(`${scene.receiver.url}?from=gateway`, {
			method: 'POST',
			headers: { 'x-provider-signature': signPayload(messageBody('wamid.1'), SECRET) },
			body: messageBody('wamid.1'),
		});
		expect(response.status).toBe(200);
	});
});

describe('the signing secret', () => {
	const signedBy = (secret: string) => ({
		'x-provider-signature': signPayload(messageBody('wamid.1'), secret),
	});
	const statuses = async (...secrets: string[]) => {
		const answers = [];
		for (const secret of secrets)
			answers.push((await scene.post(messageBody('wamid.1'), signedBy(secret))).status);
		return answers;
	};

	it('may be several while it is being rotated', async () => {
		scene = await openReceiverScene({ secret: ['old', 'new'] });
		expect(await statuses('old', 'new', 'older')).toEqual([200, 200, 401]);
	});

	it('may change while the receiver runs', async () => {
		let secrets = ['old'];
		scene = await openReceiverScene({ secret: () => secrets });
		expect(await statuses('old', 'new')).toEqual([200, 401]);
		secrets = ['new'];
		expect(await statuses('old', 'new')).toEqual([401, 200]);
	});

	it('that is asked for in vain is counted and told, as every request that gets no 200', async () => {
		const secret = () => {
			throw new Error('The vault is closed');
		};
		scene = await openReceiverScene({ secret });
		expect(await statuses('old')).toEqual([503]);
		expect(await scene.metric('requests_rejected_total{reason="failed"}')).toBe(1);
		expect(scene.incidents).toEqual([
			expect.objectContaining({ event: 'rejected', reason: 'failed', cause: 'The vault is closed' }),
		]);
	});

	it('may be missing beside another', async () => {
		scene = await openReceiverScene({ secret: ['old', undefined as never] });
		expect(await statuses('old', 'undefined')).toEqual([200, 401]);
	});

	it.each([
		['the profile', { profile: '360dialog' as const }, 'x-360dialog-signature'],
		['a name of its own', { headerName: 'X-Hub-Signature-256' }, 'x-hub-signature-256'],
	])('signs in the header of %s', async (_, options, header) => {
		scene = await openReceiverScene(options);
		const body = messageBody('wamid.1');
		const signed = { [header]: `sha256=${signPayload(body, SECRET)}`, 'x-provider-signature': '' };
		expect((await scene.post(body, signed)).status).toBe(200);
		expect((await scene.post(body)).status).toBe(401);
	});
});

describe('the challenge of a platform that verifies the webhook', () => {
	const ask = (query: string) => scene.get(`/webhook?${query}`);

	it('is given back', async () => {
		scene = await openReceiverScene();
		expect(await ask('hub.mode=subscribe&hub.challenge=4%202&hub.verify_token=any')).toEqual({
			status: 200,
			text: '4 2',
		});
	});

	it('is refused with another verify token than the one that was set', async () => {
		scene = await openReceiverScene({ verifyToken: 'mine' });
		expect((await ask('hub.challenge=42&hub.verify_token=mine')).status).toBe(200);
		expect((await ask('hub.challenge=42&hub.verify_token=other')).status).toBe(403);
		expect((await ask('hub.challenge=42')).status).toBe(403);
	});

	it('is missing: 400 with a sentence', async () => {
		scene = await openReceiverScene();
		expect(await ask('')).toMatchObject({ status: 400, text: expect.stringContaining('hub.challenge') });
	});
});

describe('how it is', () => {
	it.each(['/readyz', '/healthz'])(
		'%s answers 200 while the store does, else 503 without telling strangers why',
		async (path) => {
			scene = await openReceiverScene();
			expect(await scene.get(path)).toEqual({ status: 200, text: '{"status":"ok"}' });
			await scene.store.close();
			expect(await scene.get(path)).toEqual({
				status: 503,
				text: '{"status":"failing","error":"The store doesn\'t respond."}',
			});
		},
	);

	it('/livez answers 200 also while the store is down, as a restart does not help it', async () => {
		scene = await openReceiverScene();
		await scene.store.close();
		expect(await scene.get('/livez')).toEqual({ status: 200, text: '{"status":"ok"}' });
	});

	it('/readyz says in the log that the store is down, and that it is there again', async () => {
		const store = await openStore('sqlite::memory:');
		let isDown = true;
		const read = store.retention.read;
		store.retention.read = () => (isDown ? Promise.reject(new Error('No disk')) : read());
		scene = await openReceiverScene({ store });
		await scene.get('/readyz');
		isDown = false;
		for (let time = 0; time < 2; time += 1) await scene.get('/readyz');
		expect(scene.incidents.map(({ event }) => event)).toEqual(['unhealthy', 'healthy']);
	});

	it('/metrics counts every commit in the bucket of its time and in all above', async () => {
		scene = await openReceiverScene();
		await scene.post(messageBody('wamid.1'));
		await scene.post(messageBody('wamid.2'));
		expect(await scene.metric('commit_seconds_count')).toBe(2);
		expect(await scene.metric('commit_seconds_bucket{le="+Inf"}')).toBe(2);
		expect(await scene.metric('commit_seconds_sum')).toBeGreaterThan(0);
		expect(await scene.metric('deliveries_in_flight')).toBe(0);
	});

	it('/metrics tells how full the inbox is, how old its oldest event, and how far each subscription is behind', async () => {
		const clock = { now: 1_800_000_000_000 };
		scene = await openReceiverScene({ now: () => clock.now });
		const subscription = { id: 'flow/"node"', partitions: 1, from: 'now' as const };
		await scene.store.inbox.subscribe(subscription, clock.now);
		await scene.post(messageBody('wamid.1', clock.now));
		clock.now += 90_000;
		await scene.post(messageBody('wamid.2', clock.now));
		const labels = String.raw`{subscription="flow/\"node\""}`;
		expect(await scene.metric('inbox_events')).toBe(2);
		expect(await scene.metric('inbox_oldest_age_seconds')).toBe(90);
		expect(await scene.metric(`subscription_lag_events${labels}`)).toBe(2);
		expect(await scene.metric(`subscription_oldest_age_seconds${labels}`)).toBe(90);
	});

	it('/metrics goes on without the inbox while the store does not answer', async () => {
		scene = await openReceiverScene();
		await scene.store.close();
		expect(await scene.metric('deliveries_accepted_total')).toBe(0);
		expect(await scene.metric('store_up')).toBe(0);
		await expect(scene.metric('inbox_events')).rejects.toThrow('There is no metric inbox_events');
	});

	it('tells an incident as it happens, and a flood of the same one not line by line', async () => {
		scene = await openReceiverScene();
		for (let time = 0; time < 20; time += 1) {
			await scene.post(messageBody('wamid.1'), { 'x-provider-signature': 'ab'.repeat(32) });
		}
		expect(scene.incidents).toEqual([
			{
				level: 'warn',
				event: 'rejected',
				reason: 'signature',
				status: 401,
				message: expect.stringContaining("doesn't match the body") as unknown,
			},
		]);
	});

	it('tells no text of a message, no phone number and no secret', async () => {
		scene = await openReceiverScene();
		const body = messageBody('wamid.1');
		await scene.post(body, { 'x-provider-signature': '' });
		await scene.store.close();
		await scene.post(body);
		const told = JSON.stringify(scene.incidents);
		expect(scene.incidents.map(({ reason }) => reason)).toEqual(['signature', 'store']);
		for (const secret of [SECRET, 'Hello', CUSTOMER, signPayload(body, SECRET)])
			expect(told).not.toContain(secret);
	});
});

describe('what it is started with', () => {
	it('is refused with all that is wrong with it', async () => {
		scene = await openReceiverScene();
		const { store } = scene;
		const wrong = { store, port: 65_536, secret: ['', ''], path: 'hook?x' };
		await expect(startReceiver(wrong)).rejects.toThrow(/port .*65536.*; secret .*empty; path .*hook\?x/);
		await expect(startReceiver({ ...wrong, secret: [undefined as never] })).rejects.toThrow(/secret .*empty/);
		await expect(startReceiver({ store, port: 0, secret: SECRET, path: '/metrics' })).rejects.toThrow(/path/);
	});

	it('a port that is taken is refused by its number', async () => {
		scene = await openReceiverScene();
		const port = Number(new URL(scene.receiver.url).port);
		const another = startReceiver({ store: scene.store, secret: SECRET, port });
		await expect(another).rejects.toThrow(`port ${port}: another process is using it`);
	});

	it('may name address and path', async () => {
		const store = await openStore('sqlite::memory:');
		scene = await openReceiverScene({ store, host: '127.0.0.1', path: '/numbers/one' });
		expect(scene.receiver.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/numbers\/one$/);
		expect((await scene.post(messageBody('wamid.1'))).status).toBe(200);
	});
});
