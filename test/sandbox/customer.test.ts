import { CUSTOMER, scene, SECOND } from './support/scene';

describe('what a customer writes', () => {
	const at = scene();
	const write = async (fields: object) => {
		const { id } = await at.sandbox.control.customerWrites({ from: CUSTOMER, ...fields });
		await at.sandbox.control.idle();
		const message = at.receiver.received.at(-1)?.value.messages[0];
		expect(message).toMatchObject({ id, from: CUSTOMER });
		return message;
	};

	test.each([
		'image',
		'audio',
		'video',
		'document',
		'sticker',
		'location',
		'contacts',
		'button',
		'interactive',
		'reaction',
		'order',
	])('of type %s has sample content under its own name', async (type) => {
		expect(await write({ type })).toMatchObject({ type, [type]: expect.anything() });
	});

	test('a type without content has none', async () => {
		expect(await write({ type: 'request_welcome' })).not.toHaveProperty('request_welcome');
	});

	test.each([
		['button_reply', { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } }],
		['list_reply', { type: 'list_reply', list_reply: { id: 'green', title: 'Green' } }],
		['nfm_reply', { nfm_reply: { name: 'flow', body: 'Sent', response_json: expect.any(String) } }],
		['call_permission_reply', { call_permission_reply: { response: 'accept' } }],
	])('%s is an interactive message', async (type, interactive) => {
		expect(await write({ type })).toMatchObject({ type: 'interactive', interactive });
	});

	test('contact_request is a contact that the business asked for', async () => {
		expect(await write({ type: 'contact_request' })).toMatchObject({
			type: 'contacts',
			contacts: [{ origin: 'contact_request', phones: [{ phone: `+${CUSTOMER}` }] }],
		});
	});

	test('a removed reaction is the same event without an emoji', async () => {
		const message = await write({ type: 'reaction_removed' });
		expect(message).toMatchObject({ type: 'reaction', reaction: { message_id: expect.any(String) } });
		expect(Reflect.get(message ?? {}, 'reaction')).not.toHaveProperty('emoji');
	});

	test('edit and revoke name the original message', async () => {
		expect(await write({ type: 'edit' })).toMatchObject({
			edit: { original_message_id: expect.any(String), message: { type: 'text', text: expect.anything() } },
		});
		expect(await write({ type: 'revoke' })).toMatchObject({
			revoke: { original_message_id: expect.any(String) },
		});
	});

	test('unsupported has its error, and what was not supported', async () => {
		expect(await write({ type: 'unsupported' })).toMatchObject({
			errors: [{ code: 131051, title: expect.any(String), error_data: { details: expect.any(String) } }],
			unsupported: { type: 'poll_creation' },
		});
	});

	test('an answer names the message that it answers, and the number that sent it', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const { body } = await at.client.text(CUSTOMER, 'Tea?');
		const context = { id: body.messages[0]?.id, from: '15550001234' };
		for (const type of ['button', 'button_reply', 'list_reply', 'interactive']) {
			expect(await write({ type })).toMatchObject({ context });
		}
		expect(await write({ text: 'Yes', replyTo: 'wamid.other' })).toMatchObject({
			context: { id: 'wamid.other', from: '15550001234' },
		});
		expect(await write({ text: 'By the way' })).not.toHaveProperty('context');
	});

	test('an unknown type is an error that lists the types', async () => {
		await expect(write({ type: 'dance' })).rejects.toThrow(/text, image.*list_reply.*got dance/);
	});

	test('message is the content of the type', async () => {
		expect(await write({ type: 'button', message: { payload: 'p', text: 't' } })).toMatchObject({
			type: 'button',
			button: { payload: 'p', text: 't' },
		});
	});

	test('message holds fields of the message where it names one', async () => {
		const context = { id: 'wamid.earlier' };
		expect(await write({ text: 'Yes', message: { context } })).toMatchObject({
			type: 'text',
			text: { body: 'Yes' },
			context,
		});
		expect(await write({ message: { id: 'wamid.mine' } })).toMatchObject({
			id: 'wamid.mine',
			text: { body: 'Hello' },
		});
		expect(
			await write({ message: { type: 'reaction', reaction: { message_id: 'x', emoji: 'y' } } }),
		).toMatchObject({
			type: 'reaction',
			reaction: { message_id: 'x', emoji: 'y' },
		});
	});

	test('carries the name of the profile', async () => {
		await write({ name: 'Ada' });
		expect(at.receiver.received[0]?.value).toMatchObject({
			contacts: [{ profile: { name: 'Ada' }, wa_id: CUSTOMER }],
		});
	});
});

describe('a violation tells for how long the client could have known', () => {
	const at = scene();
	const last = () => at.sandbox.control.violations().at(-1);
	beforeEach(() => at.sandbox.control.addTemplate({ name: 'hello', category: 'MARKETING' }));

	test('since the receiver took the event', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.control.idle();
		await at.sandbox.clock.advance(60 * SECOND);
		await at.client.template(CUSTOMER, 'hello');
		expect(last()?.knownForMs).toBeGreaterThanOrEqual(60 * SECOND);
		expect(last()?.knownForMs).toBeLessThan(65 * SECOND);
	});

	test('not at all while the receiver refuses it: a race, not a mistake', async () => {
		at.receiver.answers.push(500, 500, 500, 500, 500, 500);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.template(CUSTOMER, 'hello');
		expect(last()).toMatchObject({ rule: 'template-in-active-conversation' });
		expect(last()).not.toHaveProperty('knownForMs');
	});

	test('of a pause, an opt-out and a closed window too', async () => {
		await at.sandbox.control.optOut(CUSTOMER);
		await at.sandbox.control.idle();
		await at.client.template(CUSTOMER, 'hello');
		expect(last()).toMatchObject({ rule: 'opted-out', knownForMs: expect.any(Number) });
		await at.sandbox.control.pause('hello');
		await at.sandbox.control.idle();
		await at.client.template(CUSTOMER, 'hello');
		expect(last()).toMatchObject({ rule: 'template-not-sendable', knownForMs: expect.any(Number) });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.sandbox.clock.advance(25 * 3600 * SECOND);
		await at.client.text(CUSTOMER);
		expect(last()?.knownForMs).toBeGreaterThan(3590 * SECOND);
	});
});

describe('batched deliveries', () => {
	const at = scene({ webhookBatch: 3 });

	test('carry up to so many changes, in order, and none is lost', async () => {
		const ids: string[] = [];
		for (let n = 0; n < 7; n += 1) {
			ids.push((await at.sandbox.control.customerWrites({ from: `49155000000${n}` })).id);
		}
		await at.sandbox.control.idle();
		expect(at.receiver.received.map(({ value }) => value.messages[0]?.id)).toEqual(ids);
		expect(at.sandbox.control.deliveries()).toHaveLength(3);
	});
});
