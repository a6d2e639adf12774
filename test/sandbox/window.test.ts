import { VirtualClock } from '../../sandbox/clock';
import { Conversations } from '../../sandbox/conversations';
import { CUSTOMER, DAY, moveTo, scene, SECOND } from './support/scene';

/** Room for the real time that a request takes. */
const ROOM = 500;

describe('a conversation is active for 24 hours after the customer wrote', () => {
	const at = scene();

	const customerWrites = async (): Promise<number> => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hello' });
		await at.sandbox.control.idle();
		return Number(at.receiver.of('messages')[0]?.value.messages[0]?.timestamp);
	};

	test('a freeform message to somebody who never wrote is refused with 131047', async () => {
		const { status, body } = await at.client.text(CUSTOMER);
		expect(status).toBe(400);
		expect(body.error).toMatchObject({ code: 131047, type: 'OAuthException' });
		expect(body.error.error_data).toMatchObject({ messaging_product: 'whatsapp' });
		expect(at.sandbox.control.violations()).toMatchObject([
			{ rule: 'freeform-outside-window', to: CUSTOMER },
		]);
		expect(at.sandbox.control.sent()).toEqual([]);
	});

	test('a freeform message goes out once the customer has written', async () => {
		await customerWrites();
		const { status, body } = await at.client.text(`+${CUSTOMER}`);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			messaging_product: 'whatsapp',
			contacts: [{ input: `+${CUSTOMER}`, wa_id: CUSTOMER }],
			messages: [{ id: expect.stringMatching(/^wamid\./) }],
		});
		expect(at.sandbox.control.violations()).toEqual([]);
	});

	test('the window is open one second before 24 hours have passed since the announced second', async () => {
		const second = await customerWrites();
		await moveTo(at, second, DAY - SECOND);
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
	});

	test('the window is closed at exactly 24 hours', async () => {
		const second = await customerWrites();
		await moveTo(at, second, DAY);
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
	});

	test('the window is closed one second after 24 hours', async () => {
		const second = await customerWrites();
		await moveTo(at, second, DAY + SECOND);
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
	});

	test('the window is judged by the announced second, not by the millisecond within it', async () => {
		await moveTo(at, Math.ceil(at.sandbox.clock.now() / 1000) + 1, 999 - ROOM);
		const second = await customerWrites();
		await moveTo(at, second, DAY);
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
	});

	test('another message of the customer opens the window for another 24 hours', async () => {
		const second = await customerWrites();
		await moveTo(at, second, DAY - SECOND);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await moveTo(at, second, 2 * DAY - 3 * SECOND);
		expect((await at.client.text(CUSTOMER)).status).toBe(200);
	});

	test('a reaction is freeform too', async () => {
		const reaction = { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } };
		expect((await at.client.message(CUSTOMER, reaction)).body.error.code).toBe(131047);
		await customerWrites();
		expect((await at.client.message(CUSTOMER, reaction)).status).toBe(200);
	});

	test.each(['system', 'request_welcome', 'edit', 'revoke'])(
		'an event of type %s opens no window',
		async (type) => {
			await at.sandbox.control.customerWrites({ from: CUSTOMER, type });
			expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
		},
	);

	test('the message of one member opens the window for the whole group', async () => {
		const group = { recipient_type: 'group' };
		await at.sandbox.control.addGroup({ id: 'group-1', participants: [CUSTOMER] });
		expect((await at.client.text('group-1', 'Hi', group)).body.error.code).toBe(131047);
		await at.sandbox.control.customerWrites({ from: CUSTOMER, group: 'group-1' });
		expect((await at.client.text('group-1', 'Hi', group)).status).toBe(200);
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
		expect(at.sandbox.control.sent()).toMatchObject([{ to: 'group-1', recipientType: 'group' }]);
	});
});

describe('the last millisecond of the window', () => {
	test('is open, and 24 hours exactly is closed', async () => {
		const clock = new VirtualClock();
		const conversations = new Conversations(clock);
		const second = clock.seconds();
		conversations.noteInbound(CUSTOMER, second, {});
		const seen: [number, boolean][] = [];
		for (const ms of [DAY - 1, DAY]) {
			clock.schedule(second * 1000 + ms, () => void seen.push([ms, conversations.isActive(CUSTOMER)]));
		}
		await clock.advance(DAY);
		expect(seen).toEqual([
			[DAY - 1, true],
			[DAY, false],
		]);
		clock.close();
	});
});

describe('policy strict: a template is sent only when no conversation is active', () => {
	const at = scene();
	beforeEach(() => at.sandbox.control.addTemplate({ name: 'hello' }));

	test('it goes out when the customer never wrote', async () => {
		const { status, body } = await at.client.template(CUSTOMER, 'hello');
		expect(status).toBe(200);
		expect(body.messages).toEqual([{ id: expect.any(String), message_status: 'accepted' }]);
		expect(at.sandbox.control.sent()).toMatchObject([{ template: { name: 'hello', language: 'en_US' } }]);
	});

	test('it is refused while the conversation is active, and says so', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const { status, body } = await at.client.template(CUSTOMER, 'hello');
		expect(status).toBe(400);
		expect(body.error.error_data.details).toContain('active conversation');
		expect(at.sandbox.control.violations()).toMatchObject([{ rule: 'template-in-active-conversation' }]);
	});

	test('it is refused one second before the window closes and goes out at exactly 24 hours', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.idle();
		const second = Number(at.receiver.of('messages')[0]?.value.messages[0]?.timestamp);
		await moveTo(at, second, DAY - SECOND);
		expect((await at.client.template(CUSTOMER, 'hello')).status).toBe(400);
		await moveTo(at, second, DAY);
		expect((await at.client.template(CUSTOMER, 'hello')).status).toBe(200);
	});
});

describe('policy platform: a template is sent at any time', () => {
	const at = scene({ policy: 'platform' });

	test('it goes out in an active conversation', async () => {
		await at.sandbox.control.addTemplate({ name: 'hello' });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		expect((await at.client.template(CUSTOMER, 'hello')).status).toBe(200);
		expect(at.sandbox.control.violations()).toEqual([]);
	});

	test('freeform outside the window is refused all the same', async () => {
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
	});
});
