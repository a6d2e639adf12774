import { createHmac } from 'node:crypto';
import { openTestClock } from '../support/test-clock';
import { until } from '../support/until';
import { heldRuntime } from './support/held-runtime';
import { startReceiver } from './support/receiver';
import { clientOf } from './support/client';
import { CUSTOMER, DAY, scene, SECOND } from './support/scene';
import { startSandbox } from '../../sandbox';

const OTHER = '4915511111111';

/** That headers tell a time of the virtual clock: by the second, and to the millisecond. */
function expectTimeBetween(earliest: number, latest: number, date: unknown, precise: unknown): void {
	expect(Number(precise)).toBeGreaterThanOrEqual(earliest);
	expect(Number(precise)).toBeLessThanOrEqual(latest);
	expect(date).toBe(new Date(Number(precise)).toUTCString());
}

describe('events are delivered to the configured URL', () => {
	const at = scene();
	const write = (from = CUSTOMER, text = 'Hello') => at.sandbox.control.customerWrites({ from, text });

	test('in the standard envelope', async () => {
		const { id } = await write();
		await at.sandbox.control.idle();
		const [first] = at.receiver.received;
		expect(JSON.parse(first?.text ?? '')).toEqual({
			object: 'whatsapp_business_account',
			entry: [
				{
					id: at.sandbox.accountId,
					time: expect.any(Number),
					changes: [
						{
							field: 'messages',
							value: {
								messaging_product: 'whatsapp',
								metadata: {
									display_phone_number: expect.any(String),
									phone_number_id: at.sandbox.phoneNumberId,
								},
								contacts: [
									{ profile: { name: expect.any(String) }, wa_id: CUSTOMER, user_id: expect.any(String) },
								],
								messages: [
									{
										id,
										from: CUSTOMER,
										from_user_id: expect.any(String),
										timestamp: expect.stringMatching(/^\d{10}$/),
										type: 'text',
										text: { body: 'Hello' },
									},
								],
							},
						},
					],
				},
			],
		});
	});

	test('signed over the raw body, dated by the virtual clock', async () => {
		await at.sandbox.clock.advance(30 * DAY);
		const before = at.sandbox.clock.now();
		await write(CUSTOMER, 'Grüße 🎈');
		await at.sandbox.control.idle();
		const [first] = at.receiver.received;
		const expected = createHmac('sha256', at.sandbox.signingSecret)
			.update(first?.text ?? '')
			.digest('hex');
		expect(first?.headers['x-provider-signature']).toBe(expected);
		const { date, 'x-virtual-clock': precise } = first?.headers ?? {};
		expectTimeBetween(before, at.sandbox.clock.now(), date, precise);
	});

	test.each([201, 204, 302, 500])('again, byte for byte, after an answer of %s', async (status) => {
		at.receiver.answers.push(status);
		await write();
		await at.sandbox.control.idle();
		expect(at.receiver.received).toHaveLength(2);
		expect(at.receiver.received[1]?.text).toBe(at.receiver.received[0]?.text);
		expect(at.sandbox.control.deliveries()).toMatchObject([
			{ attempt: 1, status, outcome: 'refused' },
			{ attempt: 2, status: 200, outcome: 'delivered' },
		]);
	});

	test('in order within a conversation, even when the first is refused', async () => {
		at.receiver.answers.push(500);
		const first = await write();
		const second = await write();
		await at.sandbox.control.idle();
		const order = at.receiver.received.map(({ value }) => value.messages[0]?.id);
		expect(order).toEqual([first.id, first.id, second.id]);
	});

	test('to nobody, but visibly, when no URL is set', async () => {
		const sandbox = await startSandbox();
		await sandbox.control.customerWrites({ from: CUSTOMER });
		await sandbox.control.idle();
		expect(sandbox.control.deliveries()).toMatchObject([
			{ field: 'messages', outcome: 'dropped', url: null },
		]);
		await sandbox.close();
	});
});

describe('once the sandbox is closed', () => {
	const time = openTestClock();
	const at = scene({ runtime: time.runtime });

	test('no more, and closing does not wait for a receiver that is down', async () => {
		await at.receiver.close();
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await until(() => at.sandbox.control.deliveries().length === 1);
		await at.sandbox.close();
		await time.pass(DAY);
		// What would be tried again has failed before this has.
		await expect(fetch(at.receiver.url)).rejects.toThrow();
		expect(at.sandbox.control.deliveries()).toHaveLength(1);
	});
});

describe('while an event waits for its next attempt', () => {
	const FIRST_RETRY_MS = 100;
	const time = heldRuntime(FIRST_RETRY_MS);
	const at = scene({ runtime: time.runtime });
	const write = (from = CUSTOMER) => at.sandbox.control.customerWrites({ from });
	const froms = () => at.receiver.received.map(({ value }) => value.messages[0]?.from);
	beforeEach(async () => {
		at.receiver.answers.push(500);
		await write();
		await time.isHeld();
	});

	test('a new event of the conversation does not cut the wait short', async () => {
		await write();
		await write(OTHER);
		await at.receiver.has(2);
		expect(froms()).toEqual([CUSTOMER, OTHER]);
		time.release();
		await at.sandbox.control.idle();
		expect(froms()).toEqual([CUSTOMER, OTHER, CUSTOMER, CUSTOMER]);
	});

	test('a jump of the clock makes the attempt due, until 7 days have passed', async () => {
		at.receiver.answers.push(500);
		await at.sandbox.clock.advance(6 * DAY);
		await at.receiver.has(2);
		await at.sandbox.clock.advance(DAY + SECOND);
		await at.sandbox.control.idle();
		expect(at.sandbox.control.deliveries().at(-1)).toMatchObject({ outcome: 'given-up' });
	});
});

describe('events can leave out metadata', () => {
	const at = scene({ eventMetadata: false });

	test('so that only entry[].id and the credential tell whose they are', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.text(CUSTOMER);
		await at.sandbox.control.setAgent(true);
		await at.sandbox.control.customerWrites({ from: OTHER });
		await at.sandbox.control.idle();
		expect(new Set(at.receiver.fields())).toEqual(new Set(['messages', 'standby']));
		for (const { value, entry } of at.receiver.received) {
			expect(value).not.toHaveProperty('metadata');
			expect(entry.id).toBe(at.sandbox.accountId);
		}
	});
});

describe('every answer', () => {
	const at = scene();

	test('carries the virtual time, so that a client can tell that this clock jumps', async () => {
		await at.sandbox.clock.advance(3 * DAY);
		const before = at.sandbox.clock.now();
		for (const { headers } of [await at.client.get('/v1/configs/webhook'), await at.client.get('/nowhere')]) {
			const now = at.sandbox.clock.now();
			expectTimeBetween(before, now, headers.get('date'), headers.get('x-virtual-clock'));
		}
	});
});

describe('the webhook configuration', () => {
	const at = scene();

	test('is read back as it was set, by either path', async () => {
		expect((await at.client.get('/v1/configs/webhook')).body).toEqual({ url: at.receiver.url });
		await at.client.post('/v1/settings/webhook', { url: 'http://127.0.0.1:9/other' });
		expect((await at.client.get('/v1/configs/webhook')).body.url).toBe('http://127.0.0.1:9/other');
	});

	test.each([{}, { url: 'no address' }, { url: 'ftp://example.com' }, { url: 7 }])(
		'refuses %j',
		async (body) => {
			expect((await at.client.post('/v1/configs/webhook', body)).status).toBe(400);
			expect((await at.client.get('/v1/configs/webhook')).body.url).toBe(at.receiver.url);
		},
	);

	test('keeps headers and sends them with every delivery', async () => {
		const headers = { Authorization: 'Basic eDp5' };
		await at.client.post('/v1/configs/webhook', { url: at.receiver.url, headers });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.idle();
		expect(at.receiver.received[0]?.headers.authorization).toBe('Basic eDp5');
	});

	test('asks the URL for a challenge only when told to', async () => {
		expect(at.receiver.received).toEqual([]);
		await at.sandbox.control.configure({ webhookChallenge: 'token' });
		expect((await at.client.setWebhook(at.receiver.url)).status).toBe(200);
		at.receiver.answerChallengeWith('wrong');
		expect((await at.client.setWebhook(at.receiver.url)).status).toBe(400);
	});
});

describe('profile 360dialog', () => {
	test('takes and sends its own headers, and lists statuses in lower case', async () => {
		const [sandbox, receiver] = [await startSandbox({ profile: '360dialog' }), await startReceiver()];
		const client = clientOf(sandbox, { 'D360-API-KEY': sandbox.apiKey });
		await client.setWebhook(receiver.url);
		await sandbox.control.addTemplate({ name: 'hello' });
		await sandbox.control.customerWrites({ from: CUSTOMER });
		await sandbox.control.idle();
		expect(receiver.received[0]?.headers).toHaveProperty('x-360dialog-signature');
		expect(receiver.received[0]?.headers).not.toHaveProperty('x-provider-signature');
		expect((await client.get('/v1/configs/templates')).body.waba_templates[0]?.status).toBe('approved');
		expect((await clientOf(sandbox).get('/v1/configs/webhook')).status).toBe(401);
		await sandbox.close();
		await receiver.close();
	});
});
