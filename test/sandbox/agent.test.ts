import { CUSTOMER, scene } from './support/scene';

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

	test('answers by echoes and receipts that are tagged bizai', async () => {
		await at.sandbox.control.setAgent(true);
		const { id } = await at.sandbox.control.agentReplies({ to: CUSTOMER, text: 'How can I help?' });
		await at.sandbox.control.idle();
		const [echo, sent] = at.receiver.of('standby');
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
		expect(sent?.value.standby.statuses).toMatchObject([{ id, status: 'sent' }]);
		expect(at.sandbox.control.sent()).toEqual([]);
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
