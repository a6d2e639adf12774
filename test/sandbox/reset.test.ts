import { createHmac } from 'node:crypto';
import { heldRuntime } from './support/held-runtime';
import { CUSTOMER, DAY, HOUR, scene } from './support/scene';
import { followUpdates } from './support/updates';

const FIRST_RETRY = 100;
const NOW = Date.UTC(2026, 10, 24);

describe('a reset', () => {
	const at = scene();
	const state = async () => {
		const { clock, ...rest } = (await (await fetch(`${at.sandbox.url}/sandbox/state`)).json()) as {
			clock: { now: number };
		};
		return rest;
	};

	test('forgets customers, what was said, and which rules were broken', async () => {
		const { control } = at.sandbox;
		await control.customerWrites({ from: CUSTOMER });
		await control.optOut(CUSTOMER);
		await at.client.text(CUSTOMER);
		await at.client.template(CUSTOMER, 'nothing');
		await control.idle();
		await control.reset();
		expect([control.sent(), control.violations(), control.deliveries()]).toEqual([[], [], []]);
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
		await control.addTemplate({ name: 'offer', category: 'MARKETING' });
		expect((await at.client.template(CUSTOMER, 'offer')).status).toBe(200);
	});

	test('forgets templates, and for how long their names are locked', async () => {
		const template = {
			name: 'hello',
			language: 'en_US',
			category: 'UTILITY',
			components: [{ type: 'BODY', text: 'Your parcel has arrived.' }],
		};
		await at.sandbox.control.addTemplate(template);
		await at.client.delete('/v1/configs/templates/hello');
		expect((await at.client.post('/v1/configs/templates', template)).status).toBe(400);
		await at.sandbox.control.addTemplate({ name: 'other' });
		await at.sandbox.control.reset();
		expect((await at.client.get('/v1/configs/templates')).body).toMatchObject({ total: 0 });
		expect((await at.client.post('/v1/configs/templates', template)).status).toBe(200);
	});

	test('forgets groups, files, and the webhook', async () => {
		const group = await at.sandbox.control.addGroup({ participants: [CUSTOMER] });
		const file = await at.sandbox.control.addMedia({ mimeType: 'text/plain' });
		expect((await at.client.get(`/${file.id}`)).status).toBe(200);
		await at.sandbox.control.reset();
		expect((await at.client.get(`/groups/${group.id}`)).status).toBe(404);
		expect((await at.client.get(`/${file.id}`)).status).toBe(404);
		expect((await at.client.get('/v1/configs/webhook')).body).toEqual({ url: '' });
	});

	test('ends the faults', async () => {
		await at.sandbox.control.faults({ status: { code: 503 } });
		expect((await at.client.get('/groups')).status).toBe(503);
		await at.sandbox.control.reset();
		expect((await at.client.get('/groups')).status).toBe(200);
	});

	test('brings back the settings of the start, and disables the agent', async () => {
		await at.sandbox.control.reset();
		const start = await state();
		await at.sandbox.control.configure({ policy: 'platform', throughput: 1, statusDelayMs: HOUR });
		await at.sandbox.control.setAgent(true);
		await at.sandbox.control.reset();
		expect(await state()).toEqual(start);
	});

	test('keeps the API key, the signing secret, and the IDs of the number and its account', async () => {
		await at.sandbox.control.reset();
		expect((await at.client.setWebhook(at.receiver.url)).status).toBe(200);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.idle();
		const [event] = at.receiver.received;
		const signature = createHmac('sha256', at.sandbox.signingSecret)
			.update(event?.text ?? '')
			.digest('hex');
		expect(event).toMatchObject({
			headers: { 'x-provider-signature': signature },
			entry: { id: at.sandbox.accountId },
			value: { metadata: { phone_number_id: at.sandbox.phoneNumberId } },
		});
	});

	test('drops what the gateway would have done later', async () => {
		await at.sandbox.control.configure({ statusDelayMs: HOUR });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.text(CUSTOMER);
		await at.sandbox.control.reset();
		await at.client.setWebhook(at.receiver.url);
		await at.sandbox.clock.advance(DAY);
		await at.sandbox.control.idle();
		expect(at.receiver.statuses()).toEqual([]);
	});

	test('once more is harmless, also at the same time', async () => {
		const { control } = at.sandbox;
		await control.customerWrites({ from: CUSTOMER });
		await control.reset();
		await Promise.all([control.reset(), control.reset()]);
		await at.client.setWebhook(at.receiver.url);
		await control.customerWrites({ from: CUSTOMER });
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
		await control.idle();
		expect(control.deliveries().map(({ outcome }) => outcome)).toEqual(Array(3).fill('delivered'));
	});

	test('lets the page begin anew', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const page = await followUpdates(at.sandbox.url);
		await at.sandbox.control.reset();
		await page.until((records) =>
			records.every(({ kind }) => kind === 'gateway' || kind === 'bill') ? true : undefined,
		);
		await at.sandbox.control.customerWrites({ from: CUSTOMER, name: 'Ada' });
		await page.until((records) => records.find((one) => one.kind === 'customer' && one.name === 'Ada'));
		page.close();
	});

	test('works over HTTP too', async () => {
		await at.sandbox.control.addTemplate({ name: 'hello' });
		const answer = await fetch(`${at.sandbox.url}/sandbox/control/reset`, { method: 'POST' });
		expect(await answer.json()).toEqual({ result: null });
		expect(await state()).toMatchObject({ templates: [], webhook: null });
	});
});

describe('with a runtime of its own, a reset', () => {
	const { runtime, isHeld, release } = heldRuntime(FIRST_RETRY);
	const at = scene({ runtime: { ...runtime, now: () => NOW } });

	test('never posts a delivery that was queued before it', async () => {
		at.receiver.answers.push(503);
		const before = await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'before' });
		await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'behind it' });
		await isHeld();
		await at.sandbox.control.reset();
		release();
		await at.client.setWebhook(at.receiver.url);
		const after = await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'after' });
		await at.sandbox.control.idle();
		expect(at.receiver.received.map(({ value }) => value.messages?.[0]?.id)).toEqual([before.id, after.id]);
	});

	test('lets nobody wait for the deliveries that it drops', async () => {
		at.receiver.answers.push(503);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await isHeld();
		const idle = at.sandbox.control.idle();
		await at.sandbox.control.reset();
		expect(await idle).toBeUndefined();
	});

	test('sets the clock back to where it would be without a jump', async () => {
		await at.sandbox.clock.advance(DAY);
		expect(at.sandbox.clock.now()).toBe(NOW + DAY);
		await at.sandbox.control.reset();
		expect(at.sandbox.clock.now()).toBe(NOW);
		await at.sandbox.clock.advance(HOUR);
		expect(at.sandbox.clock.now()).toBe(NOW + HOUR);
	});
});
