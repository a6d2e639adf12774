import { CUSTOMER, HOUR, scene } from './support/scene';

const OTHER = '4915511111111';

describe('the business agent', () => {
	const at = scene();
	const write = (from = CUSTOMER) => at.sandbox.control.customerWrites({ from });

	test('holds each conversation by default when it is enabled: inbound goes to standby', async () => {
		await at.sandbox.control.setAgent(true);
		const { id } = await write();
		await at.sandbox.control.idle();
		expect(at.receiver.fields()).toEqual(['standby']);
		expect(at.receiver.received[0]?.value).toMatchObject({
			metadata: { phone_number_id: at.sandbox.phoneNumberId },
			standby: { messages: [{ id, from: CUSTOMER }], contacts: [{ wa_id: CUSTOMER }] },
		});
	});

	test('holds every conversation again when it is enabled anew, and none once it is disabled', async () => {
		await at.sandbox.control.setAgent(true);
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'business' });
		await at.sandbox.control.setAgent(true);
		await write();
		await at.sandbox.control.setAgent(false);
		await write();
		await at.sandbox.control.idle();
		expect(at.receiver.fields()).toEqual(['messaging_handovers', 'standby', 'messages']);
	});

	test('holds nothing when it is not enabled', async () => {
		await write();
		await at.client.text(CUSTOMER);
		await at.sandbox.control.idle();
		expect(new Set(at.receiver.fields())).toEqual(new Set(['messages']));
	});

	test('loses a conversation when the business sends into it', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		await at.client.text(CUSTOMER);
		await write();
		await write(OTHER);
		await at.sandbox.control.idle();
		expect(at.receiver.of('messaging_handovers').map(({ value }) => value)).toEqual([
			{
				messaging_product: 'whatsapp',
				recipient: { display_phone_number: expect.any(String), phone_number_id: at.sandbox.phoneNumberId },
				sender: { phone_number: CUSTOMER },
				timestamp: expect.stringMatching(/^\d{10}$/),
				type: 'control_passed',
				control_passed: { previous_owner_app_role: 'platform_business_agent' },
			},
		]);
		expect(at.receiver.of('messages').flatMap(({ value }) => value.messages ?? [])).toMatchObject([
			{ from: CUSTOMER },
		]);
		expect(at.receiver.of('standby').at(-1)?.value.standby.messages).toMatchObject([{ from: OTHER }]);
	});

	test('is handed one conversation, and hands it back with metadata', async () => {
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
		await write();
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'business', metadata: 'needs a person' });
		await write();
		await at.sandbox.control.idle();
		expect(at.receiver.fields()).toEqual([
			'messaging_handovers',
			'standby',
			'messaging_handovers',
			'messages',
		]);
		expect(at.receiver.received[2]?.value).toMatchObject({
			control_passed: { previous_owner_app_role: 'platform_business_agent', metadata: 'needs a person' },
		});
	});

	test('a handover names a customer without a phone in contacts, and has no sender', async () => {
		await at.sandbox.control.addCustomer({ from: 'US.1' });
		await at.sandbox.control.handOver({ contact: 'US.1', to: 'agent' });
		await at.sandbox.control.agentReplies({ to: 'US.1', text: 'Hello' });
		await at.sandbox.control.idle();
		const [handover, echo] = at.receiver.received;
		expect(handover?.value).toMatchObject({ contacts: [{ user_id: 'US.1' }] });
		expect(handover?.value).not.toHaveProperty('sender');
		expect(echo?.value.standby.message_echoes).toMatchObject([{ message: { recipient: 'US.1' } }]);
	});

	test('holds no group', async () => {
		await at.sandbox.control.setAgent(true);
		await at.sandbox.control.customerWrites({ from: CUSTOMER, group: 'group-1' });
		await at.client.text('group-1', 'Hi', { recipient_type: 'group' });
		await at.sandbox.control.idle();
		expect(new Set(at.receiver.fields())).toEqual(new Set(['messages']));
	});

	test('answers by echoes and receipts that are tagged bizai', async () => {
		await at.sandbox.control.setAgent(true);
		const { id } = await at.sandbox.control.agentReplies({ to: CUSTOMER, text: 'How can I help?' });
		await at.sandbox.control.idle();
		const [echo] = at.receiver.of('standby');
		expect(at.receiver.fields()).toEqual(['standby', 'messages', 'messages']);
		expect(echo?.value.standby.message_echoes).toEqual([
			{
				id,
				timestamp: expect.any(String),
				message: {
					to: CUSTOMER,
					type: 'text',
					text: { body: 'How can I help?' },
					biz_opaque_callback_data: expect.stringContaining('"originator":"bizai"'),
				},
			},
		]);
		const tag = { biz_opaque_callback_data: expect.stringContaining('"originator":"bizai"') };
		expect(at.receiver.statuses()).toMatchObject([
			{ id, status: 'sent', ...tag },
			{ id, status: 'delivered', ...tag },
		]);
		expect(at.sandbox.control.sent()).toEqual([]);
	});

	test.each([
		['object', { originator: 'bizai', channel: 'whatsapp' }],
		['text', expect.stringContaining('bizai')],
	] as const)('whose receipts can come in standby, tagged by %s', async (agentTag, tag) => {
		await at.sandbox.control.configure({ agentTag, agentReceipts: 'standby' });
		const { id } = await at.sandbox.control.agentReplies({ to: CUSTOMER, text: 'x' });
		await at.sandbox.control.idle();
		const [, sent, delivered] = at.receiver.of('standby');
		expect([sent, delivered].map((event) => event?.value.standby.statuses)).toMatchObject([
			[{ id, status: 'sent', biz_opaque_callback_data: tag }],
			[{ id, status: 'delivered', biz_opaque_callback_data: tag }],
		]);
	});

	test('has read receipts for its messages, tagged as its own', async () => {
		await at.sandbox.control.setAgent(true);
		const { id } = await at.sandbox.control.agentReplies({ to: CUSTOMER, text: 'How can I help?' });
		await at.sandbox.control.customerReads(id);
		await at.sandbox.control.idle();
		expect(at.receiver.statuses().at(-1)).toMatchObject({
			id,
			status: 'read',
			recipient_id: CUSTOMER,
			biz_opaque_callback_data: expect.stringContaining('bizai'),
		});
		await expect(at.sandbox.control.customerReads('wamid.nobody')).rejects.toThrow(/no message/);
	});

	test('keeps the conversation if a template goes out, as no conversation is active then', async () => {
		await at.sandbox.control.addTemplate({
			name: 'reminder',
			category: 'UTILITY',
			body: 'Your order waits.',
		});
		await at.sandbox.control.setAgent(true);
		expect((await at.client.template(CUSTOMER, 'reminder')).status).toBe(200);
		await write();
		await at.sandbox.control.idle();
		expect(at.receiver.fields()).not.toContain('messaging_handovers');
		expect(at.receiver.fields().at(-1)).toBe('standby');
	});

	test('holds the conversation again when the customer has not written for 24 hours, without an event', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		await at.client.text(CUSTOMER);
		await at.sandbox.clock.advance(23 * HOUR);
		await write();
		await at.sandbox.control.idle();
		expect(at.receiver.fields().at(-1)).toBe('messages');
		await at.sandbox.clock.advance(24 * HOUR);
		await write();
		await at.sandbox.control.idle();
		expect(at.receiver.fields().at(-1)).toBe('standby');
		expect(at.receiver.of('messaging_handovers')).toHaveLength(1);
	});

	test('does not keep the window from opening', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
	});

	test('the event of a takeover can be control_taken', async () => {
		await at.sandbox.control.configure({ handoverOnSend: 'control_taken' });
		await at.sandbox.control.setAgent(true);
		await write();
		await at.client.text(CUSTOMER);
		await at.sandbox.control.idle();
		expect(at.receiver.of('messaging_handovers')[0]?.value).toMatchObject({
			type: 'control_taken',
			control_taken: { previous_owner_app_role: 'platform_business_agent' },
		});
	});
});

describe('thread control', () => {
	const at = scene();
	const control = (action: string, fields: object = {}) =>
		at.client.post('/thread_control', { messaging_product: 'whatsapp', action, to: CUSTOMER, ...fields });
	const write = () => at.sandbox.control.customerWrites({ from: CUSTOMER });
	const handovers = async () => {
		await at.sandbox.control.idle();
		return at.receiver.of('messaging_handovers').map(({ value }) => value);
	};

	test('release gives a conversation of the business back to the agent, with an event', async () => {
		await at.sandbox.control.setAgent(true);
		await write();
		await at.client.text(CUSTOMER);
		const { status, body } = await control('release', { metadata: 'all done' });
		expect([status, body]).toEqual([200, { messaging_product: 'whatsapp', success: true }]);
		await write();
		expect(await handovers()).toMatchObject([
			{ control_passed: { previous_owner_app_role: 'platform_business_agent' } },
			{
				type: 'control_passed',
				control_passed: { previous_owner_app_role: 'business', metadata: 'all done' },
			},
		]);
		expect(at.receiver.fields().at(-1)).toBe('standby');
	});

	test('release can be silent, as other providers do it', async () => {
		await at.sandbox.control.configure({ handoverOnRelease: false });
		await at.sandbox.control.setAgent(true);
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'business' });
		await control('release');
		await write();
		expect(await handovers()).toHaveLength(1);
		expect(at.receiver.fields().at(-1)).toBe('standby');
	});

	test('take takes it from the agent', async () => {
		await at.sandbox.control.setAgent(true);
		expect((await control('take')).status).toBe(200);
		await write();
		expect(await handovers()).toMatchObject([{ type: 'control_taken' }]);
		expect(at.receiver.fields().at(-1)).toBe('messages');
	});

	test.each([
		['take', 'the business holds it already', false],
		['release', 'there is no agent', false],
		['release', 'the agent holds it already', true],
		['pass', 'the agent holds it already', true],
		['dance', 'there is no such action', true],
	])('%s is refused when %s', async (action, _why, enabled) => {
		await at.sandbox.control.setAgent(enabled);
		expect((await control(action)).body.error.code).toBe(100);
		expect(await handovers()).toEqual([]);
	});

	test('names a customer by phone or by user ID, by exactly one of them', async () => {
		await at.sandbox.control.setAgent(true);
		await at.sandbox.control.addCustomer({ from: CUSTOMER, userId: 'DE.1' });
		expect((await control('take', { to: undefined, recipient: 'DE.1' })).status).toBe(200);
		expect((await control('release', { recipient: 'DE.1' })).body.error.code).toBe(100);
	});

	test('metadata has at most 2,000 characters, and control_pass belongs to pass', async () => {
		await at.sandbox.control.setAgent(true);
		expect((await control('take', { metadata: 'x'.repeat(2001) })).body.error.code).toBe(100);
		const target = { control_pass: { target_role: 'ai_agent' } };
		expect((await control('take', target)).body.error.code).toBe(100);
		expect((await control('take', { metadata: 'x'.repeat(2000) })).status).toBe(200);
	});

	test('needs a recipient', async () => {
		expect((await control('take', { to: 'somebody' })).status).toBe(400);
	});
});
