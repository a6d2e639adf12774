import { CUSTOMER, DAY, HOUR, scene } from './support/scene';

const roles = { threadControl: 'roles' } as const;

describe('a thread is idle or owned by one responder', () => {
	const at = scene(roles);
	const write = () => at.sandbox.control.customerWrites({ from: CUSTOMER });
	const fields = async () => {
		await at.sandbox.control.idle();
		return at.receiver.fields();
	};
	const handovers = async () => {
		await at.sandbox.control.idle();
		return at.receiver.of('messaging_handovers').map(({ value }) => value);
	};
	const own = () => at.sandbox.control.handOver({ contact: CUSTOMER, to: 'customer_service' });
	const control = async (action: string, extra: object = {}) => {
		const { status, body } = await at.client.post('/thread_control', {
			messaging_product: 'whatsapp',
			action,
			to: CUSTOMER,
			...extra,
		});
		return status === 200 ? 200 : body.error.code;
	};
	const pass = (role: string) => control('pass', { control_pass: { target_role: role } });

	test('whoever receives an inbound in messages on an idle thread owns it', async () => {
		await write();
		await at.sandbox.control.setAgent(true);
		await write();
		expect(await fields()).toEqual(['messages', 'standby']);
	});

	test('control_passed goes to the new owner, with roles, metadata, and a summary', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		await at.sandbox.control.handOver({
			contact: CUSTOMER,
			to: 'customer_service',
			metadata: 'wants a person',
			summary: 'Asked about tea.',
		});
		await write();
		expect(await fields()).toEqual(['standby', 'messaging_handovers', 'messages']);
		expect(await handovers()).toEqual([
			{
				messaging_product: 'whatsapp',
				recipient: { display_phone_number: expect.any(String), phone_number_id: at.sandbox.phoneNumberId },
				sender: { phone_number: CUSTOMER },
				timestamp: expect.any(String),
				type: 'control_passed',
				control_passed: {
					previous_owner_role: 'ai_agent',
					new_owner_role: 'customer_service',
					metadata: 'wants a person',
					conversation_context: { type: 'summary', summary: { text: 'Asked about tea.' } },
					previous_owner_app_role: 'platform_business_agent',
				},
			},
		]);
	});

	test('control_taken goes to the one who loses the thread; nothing is told of a change between others', async () => {
		await own();
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'escalation', metadata: { reason: 'x' } });
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'marketing' });
		expect(await handovers()).toMatchObject([
			{ type: 'control_passed' },
			{
				type: 'control_taken',
				control_taken: {
					previous_owner_role: 'customer_service',
					new_owner_role: 'escalation',
					metadata: '{"reason":"x"}',
				},
			},
		]);
	});

	test('only the owner may send service messages, and a refusal moves nothing', async () => {
		await write();
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'escalation' });
		await at.sandbox.control.idle();
		const { status, body } = await at.client.text(CUSTOMER);
		expect([status, body.error.code]).toEqual([400, 100]);
		expect(body.error.error_data.details).toMatch(/Another responder \(escalation\)/);
		expect(at.sandbox.control.violations()).toMatchObject([
			{ rule: 'not-thread-owner', to: CUSTOMER, knownForMs: expect.any(Number) },
		]);
		await own();
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
	});

	test('templates may be sent by anyone and never move ownership', async () => {
		await at.sandbox.control.configure({ policy: 'platform' });
		await at.sandbox.control.addTemplate({ name: 'hello' });
		await at.sandbox.control.setAgent(true);
		await write();
		expect((await at.client.template(CUSTOMER, 'hello')).status).toBe(200);
		await write();
		expect((await fields()).filter((field) => field !== 'messages')).toEqual(['standby', 'standby']);
		expect(await handovers()).toEqual([]);
	});

	test('a service message takes the thread from the agent', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
		const { id } = await write();
		await at.sandbox.control.idle();
		expect(at.receiver.received.at(-1)).toMatchObject({ field: 'messages', value: { messages: [{ id }] } });
	});

	test('the business hears nothing of its own acts', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		await at.client.text(CUSTOMER);
		expect(await pass('ai_agent')).toBe(200);
		await at.client.text(CUSTOMER, 'and again');
		expect(await handovers()).toEqual([]);
	});

	test('a service message of the escalation partner takes the thread from anyone', async () => {
		await at.sandbox.control.configure({ threadRole: 'escalation' });
		await write();
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'marketing' });
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
		expect(at.sandbox.control.violations()).toEqual([]);
	});

	test('the thread is idle again after 24 hours without the user writing, and no event tells so', async () => {
		await own();
		await at.sandbox.control.setAgent(true);
		await own();
		const told = (await handovers()).length;
		await at.sandbox.clock.advance(DAY - HOUR);
		await write();
		await at.sandbox.clock.advance(DAY - HOUR);
		await write();
		expect((await fields()).filter((field) => field === 'standby')).toEqual([]);
		await at.sandbox.clock.advance(DAY);
		await write();
		expect((await fields()).at(-1)).toBe('standby');
		expect(await handovers()).toHaveLength(told);
	});

	test('pass without a target goes to the escalation partner', async () => {
		await own();
		expect(await control('pass')).toBe(200);
		await write();
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'business' });
		expect((await handovers()).at(-1)).toMatchObject({
			control_passed: { previous_owner_role: 'escalation' },
		});
		expect((await fields()).filter((field) => field === 'standby')).toHaveLength(1);
	});

	test('pass to ai_agent goes to the agent', async () => {
		await own();
		expect(await pass('ai_agent')).toBe(200);
		await write();
		expect((await fields()).at(-1)).toBe('standby');
	});

	test('pass is refused when idle, not owner, target not enabled, or target already owner', async () => {
		expect(await pass('ai_agent')).toBe(100);
		await own();
		expect(await pass('marketing')).toBe(100);
		expect(await pass('customer_service')).toBe(100);
		expect(await pass('dance')).toBe(100);
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'escalation' });
		expect(await pass('ai_agent')).toBe(100);
	});

	test('take is only for the escalation partner: 2494191', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		expect(await control('take')).toBe(2494191);
		await at.sandbox.control.configure({ threadRole: 'escalation' });
		expect(await control('take')).toBe(200);
		await write();
		expect((await fields()).at(-1)).toBe('messages');
	});

	test('releasing makes the thread idle, releasing an idle one succeeds, and others may not', async () => {
		await own();
		await at.sandbox.control.configure({ handoverOnRelease: false });
		const told = (await handovers()).length;
		expect(await control('release')).toBe(200);
		expect(await control('release')).toBe(200);
		expect(await handovers()).toHaveLength(told);
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'escalation' });
		expect(await control('release')).toBe(100);
	});

	test('a release can be told by an event, as 360dialog says', async () => {
		await own();
		await at.sandbox.control.configure({ handoverOnRelease: true });
		await control('release');
		expect((await handovers()).at(-1)).toMatchObject({
			control_passed: { previous_owner_role: 'customer_service' },
		});
		expect(Reflect.get((await handovers()).at(-1) ?? {}, 'control_passed')).not.toHaveProperty(
			'new_owner_role',
		);
	});
});

describe('with two responders', () => {
	const at = scene();

	test('a role of the newer model is refused by name', async () => {
		await expect(at.sandbox.control.handOver({ contact: CUSTOMER, to: 'escalation' })).rejects.toThrow(
			/threadControl: 'roles'/,
		);
	});
});
