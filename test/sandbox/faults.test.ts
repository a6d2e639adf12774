import { heldRuntime } from './support/held-runtime';
import { CUSTOMER, scene } from './support/scene';

describe('faults', () => {
	const at = scene();
	const text = (body = 'Hi') => at.client.text(CUSTOMER, body);
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));

	test('status: so many requests are answered without being processed', async () => {
		await at.sandbox.control.faults({
			status: { path: '/messages', code: 503, body: { error: 'down' }, times: 2 },
		});
		expect((await at.client.get('/v1/configs/webhook')).status).toBe(200);
		expect(await text()).toMatchObject({ status: 503, body: { error: 'down' } });
		expect((await text()).status).toBe(503);
		expect((await text()).status).toBe(200);
		expect(at.sandbox.control.sent()).toHaveLength(1);
	});

	test('error: sends are refused with an error of the platform', async () => {
		await at.sandbox.control.faults({ error: { code: 131016, times: 1 } });
		expect(await text()).toMatchObject({ status: 503, body: { error: { code: 131016 } } });
		expect((await text()).status).toBe(200);
	});

	test('error: in the form with detail, too', async () => {
		await at.sandbox.control.faults({ error: { code: 134100, form: 'detail' } });
		const { status, body } = await text();
		expect([status, body]).toEqual([
			400,
			{ detail: { error: expect.objectContaining({ code: 134100, message: expect.any(String) }) } },
		]);
	});

	test.each([
		['rateLimit', 400, /exceeded the endpoint rate limit/],
		['payment', 400, /lack of payment/],
		['disabled', 400, /has been disabled/],
		['blocked', 403, /endpoint is blocked/],
		['notAvailable', 502, /not available/],
	] as const)('gatewayError %s: %d, a text, and no code', async (kind, status, sentence) => {
		const developer = (body: object) => Reflect.get(Reflect.get(body, 'meta') as object, 'developer_message');
		await at.sandbox.control.faults({ gatewayError: { kind, path: '/messages' } });
		const answer = await text();
		expect([answer.status, developer(answer.body)]).toEqual([status, expect.stringMatching(sentence)]);
		for (const field of ['error', 'detail'] as const) {
			await at.sandbox.control.faults({ gatewayError: { kind, field } });
			expect((await text()).body).toEqual({ [field]: expect.stringMatching(sentence) });
		}
		expect(at.sandbox.control.sent()).toEqual([]);
	});

	test('error and failStatus can be of one recipient', async () => {
		await at.sandbox.control.faults({
			error: { code: 131016, to: '+49 155 11111111' },
			failStatus: { code: 131026, to: `+${CUSTOMER}` },
		});
		expect((await at.client.text('4915511111111')).body.error.code).toBe(131016);
		expect((await text()).status).toBe(200);
		await at.sandbox.control.idle();
		expect(at.sandbox.control.sent()).toMatchObject([{ to: CUSTOMER, status: 'failed' }]);
	});

	test('dropConnection: nothing is processed and nothing answered', async () => {
		await at.sandbox.control.faults({ dropConnection: true, times: 1 });
		await expect(text()).rejects.toThrow();
		expect(at.sandbox.control.sent()).toEqual([]);
		expect((await text()).status).toBe(200);
	});

	test('loseAnswer: the message is sent, its status arrives, the answer does not', async () => {
		await at.sandbox.control.faults({ loseAnswer: true, times: 1 });
		await expect(text()).rejects.toThrow();
		await at.sandbox.control.idle();
		expect(at.sandbox.control.sent()).toMatchObject([{ status: 'delivered' }]);
		expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered']);
	});

	test('duplicateWebhooks: each event comes more than once', async () => {
		await at.sandbox.control.idle();
		await at.sandbox.control.faults({ duplicateWebhooks: 2 });
		const { id } = await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.idle();
		expect(at.receiver.received.filter(({ value }) => value.messages[0]?.id === id)).toHaveLength(3);
	});

	test('reorderWebhooks: the second of two events overtakes the first', async () => {
		await at.sandbox.control.idle();
		await at.sandbox.control.faults({ reorderWebhooks: true });
		await text();
		await at.sandbox.control.idle();
		expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['delivered', 'sent']);
	});

	test('failStatus: the message is accepted, and fails later', async () => {
		await at.sandbox.control.faults({ failStatus: { code: 131026 } });
		expect((await text()).status).toBe(200);
		await at.sandbox.control.idle();
		expect(at.receiver.statuses()).toMatchObject([
			{ status: 'failed', errors: [{ code: 131026, title: 'Message undeliverable' }] },
		]);
		expect(at.sandbox.control.sent({ status: 'failed' })).toHaveLength(1);
	});

	test('skipDelivered: sent is all there is', async () => {
		await at.sandbox.control.faults({ skipDelivered: true });
		await text();
		await at.sandbox.control.idle();
		expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent']);
	});

	test('notOnPlatform: 131026 for these recipients only', async () => {
		await at.sandbox.control.faults({ notOnPlatform: [`+${CUSTOMER}`] });
		expect((await text()).body.error.code).toBe(131026);
		expect((await at.client.text('4900000000')).body.error.code).toBe(131047);
	});

	test('pairRate: 131056 past 45 messages to one recipient, until 6 seconds have passed', async () => {
		await at.sandbox.control.faults({ pairRate: true });
		for (let n = 0; n < 45; n += 1) expect((await text(`${n}`)).status).toBe(200);
		expect((await text('46')).body.error.code).toBe(131056);
		await at.sandbox.clock.advance(6000);
		expect((await text('47')).status).toBe(200);
	});

	test('rate: a share of the occasions, the same for the same seed', async () => {
		const run = async (seed: number) => {
			await at.sandbox.control.faults({ error: { code: 131016 }, rate: 0.5, seed });
			const statuses: number[] = [];
			for (let n = 0; n < 40; n += 1) statuses.push((await text(`${seed} ${n}`)).status);
			return statuses;
		};
		const first = await run(7);
		expect(first.filter((status) => status === 503).length).toBeGreaterThan(8);
		expect(first.filter((status) => status === 200).length).toBeGreaterThan(8);
		expect(await run(7)).toEqual(first);
		expect(await run(8)).not.toEqual(first);
	});

	test('{} clears them, and an unknown fault is refused by name', async () => {
		await at.sandbox.control.faults({ error: { code: 1 } });
		await at.sandbox.control.faults({});
		expect((await text()).status).toBe(200);
		await expect(at.sandbox.control.faults({ tired: true } as object)).rejects.toThrow(/tired/);
	});
});

describe('answers that wait', () => {
	const WAIT = 4711;
	const time = heldRuntime(WAIT);
	const at = scene({ runtime: time.runtime });

	/** Asks for something that waits; resolves once the answer is ready, with a way to see whether it is out. */
	const ask = async () => {
		let answered = false;
		const answer = at.client.get('/v1/configs/webhook').then(() => (answered = true));
		await time.isHeld();
		return { answer, isAnswered: () => answered };
	};

	test.each([
		['delayMs', () => at.sandbox.control.faults({ delayMs: WAIT })],
		['latency', () => at.sandbox.control.configure({ latency: WAIT })],
	])('%s: every answer of the API waits this long, those of the control do not', async (_name, set) => {
		await set();
		const { answer, isAnswered } = await ask();
		expect((await at.client.get('/sandbox/state')).status).toBe(200);
		expect(isAnswered()).toBe(false);
		time.release();
		expect(await answer).toBe(true);
	});

	test('delayMs: the request is processed before the answer waits', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.faults({ delayMs: WAIT });
		const answer = at.client.text(CUSTOMER);
		await time.isHeld();
		expect(at.sandbox.control.sent()).toHaveLength(1);
		time.release();
		expect((await answer).status).toBe(200);
	});
});
