import { TokenBucket } from '../../sandbox/messages/token-bucket';
import { CUSTOMER, scene, SECOND } from './support/scene';

describe('a message that is not well formed', () => {
	const at = scene();
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));

	test.each([
		['no product', { messaging_product: undefined, to: CUSTOMER }, 131008, 'messaging_product is missing'],
		['no recipient', { type: 'text', text: { body: 'x' } }, 131008, 'to'],
		['an unknown type', { to: CUSTOMER, type: 'dance' }, 100, 'type'],
		['no content', { to: CUSTOMER, type: 'text' }, 131008, 'text'],
		['no body', { to: CUSTOMER, type: 'text', text: {} }, 131008, 'text.body'],
		['an empty body', { to: CUSTOMER, type: 'text', text: { body: '' } }, 131009, 'text.body'],
		['a long body', { to: CUSTOMER, type: 'text', text: { body: 'x'.repeat(4097) } }, 131009, 'text.body'],
		['a malformed recipient', { to: 'somebody', type: 'text', text: { body: 'x' } }, 131009, 'somebody'],
		[
			'a template without a language',
			{ to: CUSTOMER, type: 'template', template: { name: 'a' } },
			131008,
			'language',
		],
		[
			'long callback data',
			{ to: CUSTOMER, type: 'text', text: { body: 'x' }, biz_opaque_callback_data: 'x'.repeat(513) },
			131009,
			'biz_opaque_callback_data',
		],
	])('%s', async (_name, fields, code, details) => {
		const { status, body } = await at.client.post('/messages', { messaging_product: 'whatsapp', ...fields });
		expect([status, body.error.code]).toEqual([400, code]);
		expect(body.error.error_data.details).toContain(details);
		expect(at.sandbox.control.violations()).toEqual([]);
	});

	test('another product, and a body that is no JSON', async () => {
		const product = { messaging_product: 'pigeon', to: CUSTOMER, type: 'text', text: { body: 'x' } };
		expect((await at.client.post('/messages', product)).body.error.code).toBe(131009);
		expect((await at.client.post('/messages', '{')).body.error.code).toBe(100);
	});

	test('4096 characters of text and 512 of callback data are allowed', async () => {
		const { status } = await at.client.text(CUSTOMER, 'x'.repeat(4096), {
			biz_opaque_callback_data: 'y'.repeat(512),
		});
		expect(status).toBe(200);
	});

	test('a recipient is a phone number or an account ID, which can have more digits', async () => {
		const account = '12345678901234567';
		await at.sandbox.control.customerWrites({ from: account });
		expect(await at.client.text(account)).toMatchObject({
			status: 200,
			body: { contacts: [{ input: account, wa_id: account }] },
		});
		expect((await at.client.text(`+${account}`)).body.error.code).toBe(131009);
	});

	test('a user ID is as good a recipient as a phone number', async () => {
		await at.sandbox.control.customerWrites({ from: 'US.13491208655302741918' });
		const { body } = await at.client.post('/messages', {
			messaging_product: 'whatsapp',
			recipient: 'US.13491208655302741918',
			type: 'text',
			text: { body: 'x' },
		});
		expect(body).toMatchObject({ contacts: [{ user_id: 'US.13491208655302741918' }] });
	});

	test('a recipient can be known by another wa_id, and has one window by either name', async () => {
		await at.sandbox.control.knownAs('+52 1 55 1234 5678', '525512345678');
		await at.sandbox.control.customerWrites({ from: '525512345678' });
		expect((await at.client.text('+5215512345678')).body).toMatchObject({
			contacts: [{ input: '+5215512345678', wa_id: '525512345678' }],
		});
		expect(at.sandbox.control.sent()).toMatchObject([{ to: '525512345678' }]);
	});

	test('the number cannot write to itself', async () => {
		await at.sandbox.control.idle();
		const number = String(Reflect.get(at.receiver.received[0]?.value.metadata ?? {}, 'display_phone_number'));
		expect((await at.client.text(number)).body.error.code).toBe(131021);
	});

	test('marking a message as read is no message', async () => {
		const { status, body } = await at.client.post('/messages', {
			messaging_product: 'whatsapp',
			status: 'read',
			message_id: 'wamid.x',
			typing_indicator: { type: 'text' },
		});
		expect([status, body]).toEqual([200, { success: true }]);
		expect(at.sandbox.control.sent()).toEqual([]);
	});
});

describe('an accepted message', () => {
	const at = scene();
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));

	test('is reported sent, then delivered, with its callback data', async () => {
		const { body } = await at.client.text(CUSTOMER, 'Hi', { biz_opaque_callback_data: 'bm1:7' });
		await at.sandbox.control.idle();
		const expected = {
			id: body.messages[0]?.id,
			recipient_id: CUSTOMER,
			recipient_user_id: expect.any(String),
			timestamp: expect.stringMatching(/^\d{10}$/),
			biz_opaque_callback_data: 'bm1:7',
		};
		expect(at.receiver.statuses()).toEqual([
			{ ...expected, status: 'sent', pricing: expect.any(Object) },
			{ ...expected, status: 'delivered' },
		]);
		expect(at.receiver.received.at(-1)?.value.metadata.phone_number_id).toBe(at.sandbox.phoneNumberId);
		expect(at.sandbox.control.sent({ callbackData: 'bm1:7' })).toMatchObject([{ status: 'delivered' }]);
	});

	test('is only reported sent if it is a reaction', async () => {
		await at.client.message(CUSTOMER, { type: 'reaction', reaction: { message_id: 'x', emoji: '👍' } });
		await at.sandbox.control.idle();
		expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent']);
	});

	test('is reported read only when the customer reads it', async () => {
		const { body } = await at.client.text(CUSTOMER);
		await at.sandbox.control.customerReads(body.messages[0]?.id ?? '');
		await at.sandbox.control.idle();
		expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']);
		await at.sandbox.control.customerReads(body.messages[0]?.id ?? '', 'played');
		expect(at.sandbox.control.sent({ status: 'played' })).toHaveLength(1);
	});

	test('can take virtual time to be sent and to be delivered', async () => {
		await at.sandbox.control.configure({ statusDelayMs: 3600 * SECOND });
		await at.client.text(CUSTOMER);
		expect(at.sandbox.control.sent()).toMatchObject([{ status: 'accepted' }]);
		await at.sandbox.clock.advance(3600 * SECOND);
		expect(at.sandbox.control.sent()).toMatchObject([{ status: 'sent' }]);
		await at.sandbox.clock.advance(3600 * SECOND);
		expect(at.sandbox.control.sent()).toMatchObject([{ status: 'delivered' }]);
	});

	test('is kept with its request, and found by a filter', async () => {
		await at.client.text(CUSTOMER, 'one');
		await at.client.message(CUSTOMER, { type: 'reaction', reaction: { message_id: 'x', emoji: '' } });
		expect(at.sandbox.control.sent({ type: 'text' })).toMatchObject([
			{ to: CUSTOMER, recipientType: 'individual', body: { text: { body: 'one' } } },
		]);
		expect(at.sandbox.control.sent({ to: `+${CUSTOMER}` })).toHaveLength(2);
		expect(at.sandbox.control.sent({ to: '4900000000' })).toEqual([]);
	});
});

describe('the price in a status', () => {
	const at = scene();
	const pricing = async () => {
		await at.sandbox.control.idle();
		const statuses = at.receiver.statuses().map((one) => Reflect.get(one, 'pricing') as unknown);
		return statuses.filter((one) => one !== undefined);
	};
	const group = { recipient_type: 'group' };

	test('comes once a message, per message: service is free at first, a template is charged', async () => {
		await at.sandbox.control.addTemplate({ name: 'hello', category: 'MARKETING' });
		await at.client.template(CUSTOMER, 'hello');
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.text(CUSTOMER);
		await at.sandbox.control.customerWrites({ from: CUSTOMER, group: 'group-1' });
		await at.client.text('group-1', 'Hi', group);
		expect(new Set(await pricing())).toEqual(
			new Set([
				{ billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' },
				{ billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
				{
					billable: false,
					pricing_model: 'PMP',
					type: 'free_group_customer_service',
					category: 'group_service',
				},
			]),
		);
		expect(await pricing()).toHaveLength(3);
	});

	test('of a service message is regular beyond the free ones of the month, and free again in the next', async () => {
		await at.sandbox.control.configure({ freeServiceMessages: 2 });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		for (let n = 0; n < 2; n += 1) await at.client.text(CUSTOMER, `${n}`);
		expect((await pricing()).at(-1)).toMatchObject({ type: 'free_customer_service' });
		await at.client.text(CUSTOMER, 'one more');
		expect((await pricing()).at(-1)).toMatchObject({ billable: true, type: 'regular', category: 'service' });
		await at.sandbox.clock.advance(31 * 24 * 3600 * SECOND);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.text(CUSTOMER, 'next month');
		expect((await pricing()).at(-1)).toMatchObject({ type: 'free_customer_service' });
	});

	test('can be of a conversation, as until July 2025, or absent', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.configure({ pricing: 'conversation' });
		await at.client.text(CUSTOMER, '1');
		await at.sandbox.control.idle();
		expect(at.receiver.statuses()[0]).toMatchObject({
			conversation: { id: expect.any(String), origin: { type: 'service' } },
			pricing: { billable: false, pricing_model: 'CBP', category: 'service' },
		});
		await at.sandbox.control.configure({ pricing: 'none' });
		await at.client.text(CUSTOMER, '2');
		expect(await pricing()).toHaveLength(1);
	});
});

describe('sending the same message twice is a violation', () => {
	const at = scene();
	const rules = () => at.sandbox.control.violations().map(({ rule }) => rule);
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));

	test('by its callback data, whatever its content', async () => {
		await at.client.text(CUSTOMER, 'a', { biz_opaque_callback_data: 'k' });
		const second = await at.client.text(CUSTOMER, 'b', { biz_opaque_callback_data: 'k' });
		expect(second.status).toBe(200);
		expect(at.sandbox.control.violations()).toMatchObject([
			{ rule: 'duplicate', to: CUSTOMER, messageId: second.body.messages[0]?.id },
		]);
	});

	test('by its content within 60 seconds, where there is no callback data', async () => {
		await at.client.text(CUSTOMER, 'a');
		await at.sandbox.clock.advance(55 * SECOND);
		await at.client.text(CUSTOMER, 'a');
		expect(rules()).toEqual(['duplicate']);
	});

	test('not after 60 seconds, nor with other content, another recipient or other callback data', async () => {
		await at.client.text(CUSTOMER, 'a');
		await at.client.text(CUSTOMER, 'b');
		await at.sandbox.control.customerWrites({ from: '4915511111111' });
		await at.client.text('4915511111111', 'a');
		await at.client.text(CUSTOMER, 'a', { biz_opaque_callback_data: '1' });
		await at.client.text(CUSTOMER, 'a', { biz_opaque_callback_data: '2' });
		await at.sandbox.clock.advance(61 * SECOND);
		await at.client.text(CUSTOMER, 'a');
		expect(rules()).toEqual([]);
	});
});

test('the throughput of the number allows a burst of 5 %, at least one message', () => {
	const burstOf = (perSecond: number, waited = 0) => {
		let now = 0;
		const bucket = new TokenBucket(perSecond, () => now);
		now = waited;
		let count = 0;
		while (bucket.take()) count += 1;
		return count;
	};
	expect([80, 1_000, 40, 1].map((perSecond) => burstOf(perSecond))).toEqual([4, 50, 2, 1]);
	expect(burstOf(80, 10 * SECOND)).toBe(4);
});

describe('the throughput of the number', () => {
	const at = scene({ throughput: 1 });
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));

	test('allows a message, then answers 429 with 130429 until time has passed', async () => {
		const burst = await Promise.all(Array.from({ length: 20 }, (_, n) => at.client.text(CUSTOMER, `${n}`)));
		const accepted = burst.filter(({ status }) => status === 200).length;
		expect(accepted).toBeGreaterThanOrEqual(1);
		// Time passes meanwhile, on a busy machine a second or two.
		expect(accepted).toBeLessThan(20);
		const refused = burst.find(({ status }) => status !== 200);
		expect([refused?.status, refused?.body.error.code]).toEqual([429, 130429]);
		await at.sandbox.clock.advance(SECOND);
		expect((await at.client.text(CUSTOMER, 'later')).status).toBe(200);
		expect(at.sandbox.control.violations()).toEqual([]);
	});

	test('is unlimited again with null', async () => {
		await at.sandbox.control.configure({ throughput: null });
		const all = await Promise.all(Array.from({ length: 20 }, (_, n) => at.client.text(CUSTOMER, `${n}`)));
		expect(all.every(({ status }) => status === 200)).toBe(true);
	});
});

describe('the API key', () => {
	const at = scene();

	test.each([
		['is missing', {}],
		['is wrong', { 'SVC-API-KEY': 'wrong' }],
		['is another bearer', { Authorization: 'Bearer wrong' }],
	])('401 with { error } when it %s', async (_name, headers) => {
		for (const path of ['/messages', '/v1/configs/webhook', '/groups', '/nowhere']) {
			const response = await fetch(at.sandbox.url + path, { headers: headers as Record<string, string> });
			expect([response.status, await response.json()]).toEqual([401, { error: expect.any(String) }]);
		}
	});

	test('is a bearer on the paths of the platform, and only there', async () => {
		const headers = { Authorization: `Bearer ${at.sandbox.apiKey}` };
		const ask = (path: string) => fetch(at.sandbox.url + path, { headers });
		expect((await ask(`/v23.0/${at.sandbox.phoneNumberId}/groups`)).status).toBe(200);
		expect((await ask('/groups')).status).toBe(401);
	});

	test('an unknown path is 404, a wrong method 405', async () => {
		expect((await at.client.get('/no/such/path')).status).toBe(404);
		expect((await at.client.get('/messages')).status).toBe(405);
	});
});
