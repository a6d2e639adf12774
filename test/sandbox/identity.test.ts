import { CUSTOMER, DAY, scene } from './support/scene';

const USER = 'US.13491208655302741918';
const PARENT = 'US.ENT.11815799212886844830';
const NEW_PHONE = '4917099999999';
const BSUID = /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/;

interface Contact {
	readonly profile: object;
	readonly wa_id?: string;
	readonly user_id: string;
}

describe('a customer has a business-scoped user ID', () => {
	const at = scene();
	const write = async (fields: object) => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, ...fields });
		await at.sandbox.control.idle();
		return at.receiver.received.at(-1)?.value as unknown as {
			contacts: Contact[];
			messages: Record<string, unknown>[];
		};
	};

	test('user_id and from_user_id are always present, and stay the same', async () => {
		const first = await write({});
		const second = await write({});
		expect(first.contacts[0]?.user_id).toMatch(BSUID);
		expect(first.messages[0]?.from_user_id).toBe(first.contacts[0]?.user_id);
		expect(first.contacts[0]).toMatchObject({ wa_id: CUSTOMER });
		expect(first.messages[0]).toMatchObject({ from: CUSTOMER });
		expect(second.contacts[0]).toEqual(first.contacts[0]);
	});

	test('it carries the country of the phone number, and another customer has another one', async () => {
		const own = (await write({})).contacts[0]?.user_id ?? '';
		const other = (await write({ from: '15550009999' })).contacts[0]?.user_id ?? '';
		expect([own.slice(0, 3), other.slice(0, 3)]).toEqual(['DE.', 'US.']);
		expect(other).not.toBe(own);
	});

	test('the ids of a customer can be given: user ID, parent user ID, username', async () => {
		const value = await write({ userId: USER, parentUserId: PARENT, username: 'ada', phone: true });
		expect(value.contacts).toEqual([
			{
				profile: { name: expect.any(String), username: 'ada' },
				wa_id: CUSTOMER,
				user_id: USER,
				parent_user_id: PARENT,
			},
		]);
		expect(value.messages[0]).toMatchObject({
			from: CUSTOMER,
			from_user_id: USER,
			from_parent_user_id: PARENT,
		});
	});

	test('a parent ID is absent for those who have none', async () => {
		const value = await write({});
		expect(value.contacts[0]).not.toHaveProperty('parent_user_id');
		expect(value.messages[0]).not.toHaveProperty('from_parent_user_id');
	});

	test.each([{ from: USER }, { phone: false, userId: USER }, { userId: USER, username: 'ada' }])(
		'the phone of a username adopter is absent, not empty: %j',
		async (fields) => {
			const value = await write(fields);
			expect(value.contacts[0]).not.toHaveProperty('wa_id');
			expect(value.messages[0]).not.toHaveProperty('from');
			expect(value.contacts[0]).toMatchObject({ user_id: USER });
		},
	);

	test('the phone of a username adopter shows for 30 days after the business wrote to it', async () => {
		await at.sandbox.control.addTemplate({ name: 'hello' });
		await write({ username: 'ada' });
		await at.sandbox.clock.advance(2 * DAY);
		expect((await at.client.template(CUSTOMER, 'hello')).status).toBe(200);
		expect((await write({})).contacts[0]).toHaveProperty('wa_id', CUSTOMER);
		await at.sandbox.clock.advance(31 * DAY);
		expect((await write({})).contacts[0]).not.toHaveProperty('wa_id');
	});

	test('a phone number that comes with another user ID belongs to somebody new', async () => {
		await write({ userId: USER });
		await write({ userId: 'US.2' });
		await at.client.text(CUSTOMER);
		expect(at.sandbox.control.sent()).toMatchObject([{ userId: 'US.2', to: CUSTOMER }]);
		const { body } = await at.client.post('/messages', {
			messaging_product: 'whatsapp',
			recipient: USER,
			type: 'text',
			text: { body: 'still here' },
		});
		expect(body).toMatchObject({ contacts: [{ user_id: USER }] });
	});
});

describe('sending to a user ID', () => {
	const at = scene();
	const send = (fields: object) =>
		at.client.post('/messages', {
			messaging_product: 'whatsapp',
			type: 'text',
			text: { body: 'Hi' },
			...fields,
		});
	const code = async (fields: object) => (await send(fields)).body.error.code;

	test('to a phone: the answer has input and wa_id, no user_id', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER });
		expect((await send({ to: `+${CUSTOMER}` })).body).toMatchObject({
			contacts: [{ input: `+${CUSTOMER}`, wa_id: CUSTOMER }],
		});
		expect(Reflect.get((await send({ to: CUSTOMER, text: { body: '2' } })).body, 'contacts')).toEqual([
			{ input: CUSTOMER, wa_id: CUSTOMER },
		]);
	});

	test.each([USER, PARENT])('to %s: the answer has input and user_id, no wa_id', async (recipient) => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER, parentUserId: PARENT });
		const answer = (await send({ recipient })).body;
		expect(Reflect.get(answer, 'contacts')).toEqual([{ input: recipient, user_id: recipient }]);
		expect(at.sandbox.control.sent({ to: USER })).toHaveLength(1);
	});

	test('with both, to wins, and the answer may carry both ids', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER });
		const { body } = await send({ to: CUSTOMER, recipient: USER });
		expect(body).toMatchObject({ contacts: [{ input: CUSTOMER, wa_id: CUSTOMER, user_id: USER }] });
		expect(at.sandbox.control.violations()).toEqual([]);
	});

	test('phone, user ID and parent ID share one window', async () => {
		await at.sandbox.control.customerWrites({ from: USER, parentUserId: PARENT });
		expect((await send({ recipient: PARENT })).status).toBe(200);
		expect(await code({ recipient: 'US.2' })).toBe(131047);
	});

	test.each([
		['a phone number', CUSTOMER],
		['a malformed user ID', 'US.1-2'],
		['a lower-case country', 'us.123'],
		['a user ID of more than 128 characters', `US.${'1'.repeat(129)}`],
	])('131009 for %s in recipient', async (_name, recipient) => {
		expect(await code({ recipient })).toBe(131009);
	});

	test('131009 for a user ID that was replaced by another', async () => {
		await at.sandbox.control.customerWrites({ from: USER });
		const { userId } = await at.sandbox.control.changeIdentity({ contact: USER });
		expect(await code({ recipient: USER })).toBe(131009);
		expect((await send({ recipient: userId })).status).toBe(200);
	});

	test.each([USER, PARENT])('%s in to is answered with 200 and silently lost', async (to) => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER, parentUserId: PARENT });
		await at.sandbox.control.idle();
		const { status, body } = await send({ to });
		expect([status, body.messages]).toEqual([200, [{ id: expect.stringMatching(/^wamid\./) }]]);
		await at.sandbox.control.idle();
		expect(at.receiver.statuses()).toEqual([]);
		expect(at.sandbox.control.sent()).toEqual([]);
		expect(at.sandbox.control.violations()).toMatchObject([
			{ rule: 'user-id-in-to', to, messageId: body.messages[0]?.id },
		]);
	});

	test('there is no third recipient_type: 100', async () => {
		expect(await code({ recipient: USER, recipient_type: 'user_id' })).toBe(100);
	});

	test('131062 for an authentication template, which a phone number can get', async () => {
		await at.sandbox.control.addTemplate({
			name: 'code',
			category: 'AUTHENTICATION',
			components: [
				{ type: 'BODY', add_security_recommendation: true },
				{ type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'copy_code' }] },
			],
		});
		const text = [{ type: 'text', text: '123' }];
		const template = {
			name: 'code',
			language: { code: 'en_US' },
			components: [
				{ type: 'body', parameters: text },
				{ type: 'button', sub_type: 'url', index: 0, parameters: text },
			],
		};
		expect(await code({ recipient: USER, type: 'template', template })).toBe(131062);
		expect((await send({ to: CUSTOMER, type: 'template', template })).status).toBe(200);
	});
});

describe('statuses name the customer', () => {
	const at = scene();
	const values = async () => {
		await at.sandbox.control.idle();
		return at.receiver.received
			.map(({ value }) => value as unknown as { contacts?: Contact[]; statuses?: Record<string, unknown>[] })
			.filter(({ statuses }) => statuses !== undefined);
	};

	test('contacts come with sent, delivered and read; a username only with the last two', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER, username: 'ada', phone: true });
		const { body } = await at.client.text(CUSTOMER);
		await at.sandbox.control.customerReads(body.messages[0]?.id ?? '');
		const seen = (await values()).map(({ contacts, statuses }) => [statuses?.[0]?.status, contacts]);
		const contact = { wa_id: CUSTOMER, user_id: USER };
		const name = expect.any(String) as string;
		expect(seen).toEqual([
			['sent', [{ ...contact, profile: { name } }]],
			['delivered', [{ ...contact, profile: { name, username: 'ada' } }]],
			['read', [{ ...contact, profile: { name, username: 'ada' } }]],
		]);
	});

	test('recipient_id is absent, not empty, for a customer without a phone', async () => {
		await at.sandbox.control.customerWrites({ from: USER, parentUserId: PARENT });
		await at.client.post('/messages', {
			messaging_product: 'whatsapp',
			recipient: USER,
			text: { body: 'Hi' },
		});
		for (const { statuses } of await values()) {
			expect(statuses?.[0]).not.toHaveProperty('recipient_id');
			expect(statuses?.[0]).toMatchObject({ recipient_user_id: USER, recipient_parent_user_id: PARENT });
		}
	});

	test('the parent ID has an older spelling too', async () => {
		await at.sandbox.control.configure({ recipientSpelling: 'old' });
		await at.sandbox.control.customerWrites({ from: USER, parentUserId: PARENT });
		await at.client.post('/messages', {
			messaging_product: 'whatsapp',
			recipient: USER,
			text: { body: 'Hi' },
		});
		expect((await values())[0]?.statuses?.[0]).toMatchObject({ parent_recipient_user_id: PARENT });
	});

	test('failed has no contacts, and no recipient_user_id if the message went to a phone', async () => {
		await at.sandbox.control.faults({ failStatus: { code: 131026 } });
		await at.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER });
		await at.client.text(CUSTOMER);
		await at.client.post('/messages', {
			messaging_product: 'whatsapp',
			recipient: USER,
			text: { body: 'Hi 2' },
		});
		const [toPhone, toUserId] = await values();
		for (const value of [toPhone, toUserId]) expect(value).not.toHaveProperty('contacts');
		expect(toPhone?.statuses?.[0]).toMatchObject({ status: 'failed', recipient_id: CUSTOMER });
		expect(toPhone?.statuses?.[0]).not.toHaveProperty('recipient_user_id');
		expect(toUserId?.statuses?.[0]).toMatchObject({ status: 'failed', recipient_user_id: USER });
	});

	test('a group status names the participant, with or without a phone', async () => {
		await at.sandbox.control.addCustomer({ from: CUSTOMER, userId: 'DE.1' });
		await at.sandbox.control.addGroup({ id: 'group-1', participants: [CUSTOMER] });
		await at.sandbox.control.customerWrites({ from: USER, parentUserId: PARENT, group: 'group-1' });
		await at.client.text('group-1', 'Hi', { recipient_type: 'group' });
		const [sent, ...delivered] = await values();
		expect(sent?.contacts).toMatchObject([{ user_id: 'DE.1' }, { user_id: USER }]);
		expect(delivered.map(({ contacts, statuses }) => [contacts?.length, statuses?.[0]])).toEqual([
			[
				1,
				expect.objectContaining({
					recipient_id: 'group-1',
					recipient_type: 'group',
					recipient_participant_id: CUSTOMER,
					recipient_participant_user_id: 'DE.1',
				}),
			],
			[
				1,
				expect.objectContaining({
					recipient_participant_user_id: USER,
					recipient_participant_parent_user_id: PARENT,
				}),
			],
		]);
		expect(delivered[1]?.statuses?.[0]).not.toHaveProperty('recipient_participant_id');
	});
});

describe('a change of identity arrives as a system message', () => {
	const at = scene();
	const last = async () => {
		await at.sandbox.control.idle();
		return at.receiver.received.at(-1)?.value as unknown as Record<string, Record<string, unknown>[]>;
	};
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER, parentUserId: PARENT }));

	test('user_changed_number: the new phone, the new and the previous user ID, without contacts', async () => {
		const { id, userId } = await at.sandbox.control.changeIdentity({ contact: CUSTOMER, phone: NEW_PHONE });
		const value = await last();
		expect(value).not.toHaveProperty('contacts');
		expect(value.messages).toEqual([
			{
				id,
				from: CUSTOMER,
				from_user_id: USER,
				timestamp: expect.any(String),
				type: 'system',
				system: {
					body: expect.stringContaining(NEW_PHONE),
					type: 'user_changed_number',
					wa_id: NEW_PHONE,
					user_id: userId,
					previous_user_id: USER,
					parent_user_id: PARENT,
					previous_parent_user_id: PARENT,
				},
			},
		]);
		expect(userId).not.toBe(USER);
	});

	test('user_changed_user_id: no phone, and from is absent', async () => {
		await at.sandbox.control.changeIdentity({ contact: CUSTOMER, userId: 'US.99' });
		const [message] = (await last()).messages ?? [];
		expect(message).not.toHaveProperty('from');
		expect(message?.system).toMatchObject({
			type: 'user_changed_user_id',
			user_id: 'US.99',
			previous_user_id: USER,
		});
		expect(message?.system).not.toHaveProperty('wa_id');
	});

	test('the older forms and the withdrawn user_id_update can be asked for', async () => {
		await at.sandbox.control.changeIdentity({
			contact: CUSTOMER,
			phone: NEW_PHONE,
			form: 'customer_changed_number',
		});
		expect((await last()).messages?.[0]?.system).toMatchObject({
			type: 'customer_changed_number',
			new_wa_id: NEW_PHONE,
		});
		const { userId } = await at.sandbox.control.changeIdentity({
			contact: NEW_PHONE,
			form: 'user_id_update',
			userId: 'US.7',
		});
		expect((await last()).user_id_update).toMatchObject([
			{ wa_id: NEW_PHONE, user_id: { previous: expect.stringMatching(BSUID), current: userId } },
		]);
	});

	test('it is the same customer afterwards, with the same window, and the number is free for another', async () => {
		await at.sandbox.control.changeIdentity({ contact: CUSTOMER, phone: NEW_PHONE, userId: 'US.99' });
		expect((await at.client.text(NEW_PHONE)).status).toBe(200);
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
	});

	test('a status of a message that was sent before the change names the customer of now', async () => {
		const { body } = await at.client.text(CUSTOMER);
		await at.sandbox.control.idle();
		await at.sandbox.control.changeIdentity({ contact: CUSTOMER, phone: NEW_PHONE, userId: 'US.99' });
		await at.sandbox.control.customerReads(body.messages[0]?.id ?? '');
		await at.sandbox.control.idle();
		expect(at.receiver.statuses().at(-1)).toMatchObject({
			status: 'read',
			recipient_id: NEW_PHONE,
			recipient_user_id: 'US.99',
		});
	});

	test('it opens no window', async () => {
		await at.sandbox.clock.advance(2 * DAY);
		await at.sandbox.control.changeIdentity({ contact: CUSTOMER, phone: NEW_PHONE });
		expect((await at.client.text(NEW_PHONE)).body.error.code).toBe(131047);
	});

	test('customerWrites of type system is such a change, to a number that is not the old one', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, type: 'system' });
		const system = (await last()).messages?.[0]?.system as { wa_id: string; previous_user_id: string };
		expect(system).toMatchObject({ type: 'user_changed_number', previous_user_id: USER });
		expect(system.wa_id).toMatch(/^\d+$/);
		expect(system.wa_id).not.toBe(CUSTOMER);
	});
});

describe('an opt-out names the user ID', () => {
	const at = scene();

	test('user_preferences carries user_id, and wa_id only if the phone is known', async () => {
		await at.sandbox.control.addCustomer({ from: USER, parentUserId: PARENT });
		await at.sandbox.control.optOut(USER);
		await at.sandbox.control.idle();
		expect(Reflect.get(at.receiver.received[0]?.value ?? {}, 'user_preferences')).toEqual([
			{
				user_id: USER,
				parent_user_id: PARENT,
				category: 'marketing_messages',
				detail: expect.any(String),
				value: 'stop',
				timestamp: expect.any(String),
			},
		]);
	});

	test('it holds for the customer by whichever address', async () => {
		await at.sandbox.control.addTemplate({ name: 'offer', category: 'MARKETING' });
		await at.sandbox.control.addCustomer({ from: CUSTOMER, userId: USER });
		await at.sandbox.control.optOut(USER);
		expect((await at.client.template(CUSTOMER, 'offer')).body.error.code).toBe(131050);
	});
});

describe('groups know customers by user ID', () => {
	const at = scene();

	test('participants and join requests have user_id, and a participant can be removed by it', async () => {
		await at.sandbox.control.addCustomer({ from: USER, username: 'ada' });
		const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER, USER] });
		const { body } = await at.client.get(`/groups/${id}?fields=participants`);
		expect(body).toMatchObject({
			participants: [{ wa_id: CUSTOMER, user_id: expect.stringMatching(BSUID) }, { user_id: USER }],
		});
		const participants = Reflect.get(body, 'participants') as object[];
		expect(participants[1]).toEqual({ user_id: USER, username: 'ada' });
		const removal = { messaging_product: 'whatsapp', participants: [{ user: USER }] };
		expect((await at.client.delete(`/groups/${id}/participants`, removal)).body).toEqual({ success: true });
		await at.sandbox.control.idle();
		expect(at.receiver.of('group_participants_update').at(-1)?.value.groups).toMatchObject([
			{ removed_participants: [{ input: USER }] },
		]);
	});
});
