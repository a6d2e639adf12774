import type { MessagingEvent } from '../../../engine';
import { parseWebhook } from '../../../engine';
import { NOW } from '../../support/engine-scene';
import * as wire from '../../support/wire';
import { ACCOUNT, CHANNEL, CUSTOMER, delivery, GROUP, only, SECOND } from '../../support/wire';

const metadata = { display_phone_number: '15550001234', phone_number_id: CHANNEL };
const timestamp = String(NOW / SECOND);
const everyEvent = { at: NOW, account: ACCOUNT };
const ofNumber = { ...everyEvent, channel: CHANNEL };

describe('field messages', () => {
	it('a customer’s message, while the business holds the conversation', () => {
		expect(only(wire.customerMessage({ at: NOW, id: 'wamid.1' }))).toMatchObject({
			...ofNumber,
			kind: 'message',
			id: 'message:wamid.1',
			heldBy: 'business',
			contact: CUSTOMER,
			contactName: 'Ada',
			message: { id: 'wamid.1', type: 'text', text: { body: 'Hello' } },
		});
	});

	it('a message in a group names the group and its writer', () => {
		const event = only(wire.customerMessage({ at: NOW, group: GROUP }));
		expect(event).toMatchObject({ kind: 'message', group: GROUP, contact: CUSTOMER });
	});

	it('a customer without a phone number has a user id', () => {
		const message = { from_user_id: 'US.1349', id: 'wamid.1', timestamp, type: 'text', text: { body: 'Hi' } };
		const contacts = [{ user_id: 'US.1349', profile: { name: 'Bo' } }];
		const event = only(delivery('messages', { metadata, contacts, messages: [message] }));
		expect(event).toMatchObject({ kind: 'message', contact: 'US.1349', contactName: 'Bo' });
	});

	it.each(['sent', 'delivered', 'read', 'played'])('the status %s', (status) => {
		expect(
			only(wire.messageStatus({ at: NOW, status, id: 'wamid.2', callbackData: 'bm1:x:y' })),
		).toMatchObject({
			...ofNumber,
			kind: 'status',
			messageId: 'wamid.2',
			status,
			contact: CUSTOMER,
			byAgent: false,
			callbackData: 'bm1:x:y',
			errors: [],
		});
	});

	it('the status failed, with what went wrong', () => {
		expect(only(wire.messageStatus({ at: NOW, status: 'failed', code: 131047 }))).toMatchObject({
			status: 'failed',
			errors: [{ code: 131047, title: 'A failure', details: 'In detail' }],
		});
	});

	it('a status of a group message names the group and the participant', () => {
		const event = only(wire.messageStatus({ at: NOW, group: GROUP }));
		expect(event).toMatchObject({ kind: 'status', group: GROUP, contact: CUSTOMER });
	});

	it.each(['recipient_participant_id', 'participant_recipient_id'])('the participant, spelt %s', (name) => {
		const status = { id: 'wamid.1', status: 'read', timestamp, recipient_id: GROUP, recipient_type: 'group' };
		const event = only(delivery('messages', { metadata, statuses: [{ ...status, [name]: CUSTOMER }] }));
		expect(event).toMatchObject({ kind: 'status', group: GROUP, contact: CUSTOMER });
	});

	it('each participant’s status of one message is an event of its own', () => {
		const ids = ['1111', '2222'].map((to) => only(wire.messageStatus({ at: NOW, group: GROUP, to })).id);
		expect(new Set(ids).size).toBe(2);
	});

	it('messages and statuses of one change, and changes of one delivery, stay in their order', () => {
		const one = wire.customerMessage({ at: NOW, id: 'a' }).entry;
		const two = wire.messageStatus({ at: NOW, id: 'b' }).entry;
		const events = parseWebhook({ entry: [...one, ...two] });
		expect(events.map(({ id }) => id)).toEqual(['message:a', 'status:b:delivered']);
	});
});

describe('field standby: the agent holds the conversation', () => {
	it('a customer’s message', () => {
		const event = only(wire.customerMessage({ at: NOW, standby: true }));
		expect(event).toMatchObject({ ...ofNumber, kind: 'message', heldBy: 'agent', contactName: 'Ada' });
	});

	describe('the customer’s name is in contacts', () => {
		const message = { from: CUSTOMER, id: 'wamid.1', timestamp, type: 'text', text: { body: 'Hi' } };
		const named = (name: string, wa_id = CUSTOMER) => [{ profile: { name }, wa_id }];
		const inStandby = (more: object, standby: object, own: object = {}) =>
			delivery('standby', { metadata, ...more, standby: { ...standby, messages: [{ ...message, ...own }] } });

		it.each([
			['beside the messages', inStandby({}, { contacts: named('Ada') })],
			['inside of the message', inStandby({}, {}, { contacts: named('Ada') })],
			['beside standby', inStandby({ contacts: named('Ada') }, {})],
			[
				'beside standby, while the list beside the messages is empty',
				inStandby({ contacts: named('Ada') }, { contacts: [] }),
			],
			['in both: the nearer one counts', inStandby({ contacts: named('Bea') }, { contacts: named('Ada') })],
		])('%s', (_, body) => {
			expect(only(body)).toMatchObject({ kind: 'message', contact: CUSTOMER, contactName: 'Ada' });
		});

		it('beside standby, and somebody else’s is none', () => {
			const event = only(inStandby({ contacts: named('Bea', '491700000000') }, {}));
			expect(event).not.toHaveProperty('contactName');
		});

		it('beside standby, for a receipt as well', () => {
			const status = { id: 'wamid.2', status: 'read', timestamp, recipient_user_id: 'DE.1' };
			const contacts = [{ profile: { name: 'Ada' }, wa_id: CUSTOMER, user_id: 'DE.1' }];
			const event = only(delivery('standby', { metadata, contacts, standby: { statuses: [status] } }));
			expect(event).toMatchObject({ kind: 'status', contact: CUSTOMER, userId: 'DE.1' });
		});
	});

	it('the agent’s reply', () => {
		expect(only(wire.agentEcho({ at: NOW, id: 'wamid.e' }))).toMatchObject({
			...ofNumber,
			kind: 'agent_reply',
			id: 'agent_reply:wamid.e',
			contact: CUSTOMER,
			message: { id: 'wamid.e', type: 'text', text: { body: 'I am the agent' } },
		});
	});

	it('a receipt of the agent’s message, in standby as in messages', () => {
		for (const standby of [true, false]) {
			const event = only(wire.messageStatus({ at: NOW, callbackData: wire.AGENT_TAG, standby }));
			expect(event).toMatchObject({ kind: 'status', byAgent: true });
		}
	});

	it('an echo of the business’s own message is no reply of the agent', () => {
		expect(only(wire.agentEcho({ at: NOW, tag: 'bm1:x:bizai' }))).toMatchObject({
			kind: 'unknown',
			field: 'standby',
		});
	});
});

describe('the bizai tag tells the agent’s messages from the business’s own', () => {
	it.each([
		['an object', { originator: 'bizai', channel: 'x' }, true],
		['a JSON string', '{"originator":"bizai"}', true],
		['a JSON string with spaces', '{ "originator" : "bizai" }', true],
		['a text that contains it', 'originator=bizai;channel=x', true],
		['our own key that happens to contain it', 'bm1:abc:bizai', false],
		['our own key', 'bm1:abc:key', false],
		['an object with another originator', { originator: 'crm' }, false],
		['another text', 'order-17', false],
		['nothing', undefined, false],
		['null', null, false],
		['an empty text', '', false],
		['a number', 7, false],
	])('%s', (_, callbackData, byAgent) => {
		expect(only(wire.messageStatus({ at: NOW, callbackData }))).toMatchObject({ kind: 'status', byAgent });
	});
});

describe('field messaging_handovers', () => {
	it.each([
		['the agent passes control to the business', 'business', 'control_passed', 'platform_business_agent'],
		['control passes to the agent', 'agent', 'control_passed', 'business'],
		['the business takes control from the agent', 'business', 'control_taken', 'platform_business_agent'],
		['the agent takes control from the business', 'agent', 'control_taken', 'business'],
	] as const)('%s', (_, to, type, previousOwner) => {
		const event = only(wire.handover({ at: NOW, to, type }));
		expect(event).toMatchObject({ ...ofNumber, kind: 'handover', to, contact: CUSTOMER, previousOwner });
	});

	it.each(['platform_business_agent', 'meta_business_agent'])('%s is the agent', (role) => {
		const value = {
			recipient: metadata,
			sender: { phone_number: CUSTOMER },
			timestamp,
			type: 'control_passed',
			control_passed: { previous_owner_app_role: role, metadata: 'why' },
		};
		const event = only(delivery('messaging_handovers', value));
		expect(event).toMatchObject({ to: 'business', metadata: 'why' });
	});

	it('two handovers of different times are two events', () => {
		const [one, two] = [0, SECOND].map((ms) => only(wire.handover({ at: NOW + ms, to: 'agent' })));
		expect(one!.id).not.toBe(two!.id);
	});
});

describe('template fields', () => {
	it.each(['message_template_status_update', 'message_template_status_change', 'template_message_update'])(
		'%s: a status',
		(field) => {
			const body = wire.templateStatus({
				at: NOW,
				event: 'PAUSED',
				title: 'FIRST_PAUSE',
				language: 'en-US',
				field,
			});
			const event = only(body);
			expect(event).toMatchObject({
				...everyEvent,
				kind: 'template_status',
				status: 'PAUSED',
				title: 'FIRST_PAUSE',
				template: { id: '1689556908129832', name: 'offer', language: 'en_US' },
			});
			expect(event.channel).toBeUndefined();
			expect(event).not.toHaveProperty('reason');
		},
	);

	it.each([
		['NONE', undefined],
		[null, undefined],
		['INCORRECT_CATEGORY', 'INCORRECT_CATEGORY'],
	])('the reason %s', (reason, expected) => {
		const event = only(wire.templateStatus({ at: NOW, event: 'REJECTED', reason }));
		expect(event).toMatchObject({ kind: 'template_status', status: 'REJECTED' });
		expect((event as { reason?: string }).reason).toBe(expected);
	});

	it('a reason in rejection_info counts where there is none beside it', () => {
		const value = {
			event: 'REJECTED',
			message_template_name: 'n',
			message_template_language: 'de',
			reason: null,
			rejection_info: { reason: 'PROMOTIONAL', recommendation: null },
			other_info: { title: null, description: null },
			disable_info: null,
		};
		const event = only(delivery('message_template_status_update', value, { at: NOW }));
		expect(event).toMatchObject({ kind: 'template_status', reason: 'PROMOTIONAL' });
	});

	it('message_template_quality_update', () => {
		expect(only(wire.templateQuality({ at: NOW, quality: 'RED' }))).toMatchObject({
			...everyEvent,
			kind: 'template_quality',
			quality: 'RED',
			previousQuality: 'GREEN',
		});
	});

	it('template_category_update', () => {
		expect(only(wire.templateCategory({ at: NOW, category: 'MARKETING' }))).toMatchObject({
			...everyEvent,
			kind: 'template_category',
			category: 'MARKETING',
			previousCategory: 'UTILITY',
		});
	});

	it('a category change announced ahead changes nothing yet', () => {
		const value = {
			message_template_id: 1,
			message_template_name: 'offer',
			message_template_language: 'en_US',
			correct_category: 'MARKETING',
			new_category: 'UTILITY',
			category_update_timestamp: NOW / SECOND,
		};
		const event = only(delivery('template_category_update', value));
		expect(event).toMatchObject({ announced: { category: 'MARKETING', at: NOW } });
		expect(event).not.toHaveProperty('category');
	});
});

describe('message_template_components_update', () => {
	const TEMPLATE = {
		message_template_id: 1,
		message_template_name: 'offer',
		message_template_language: 'en-US',
	};
	const read = (value: object) => only(delivery('message_template_components_update', value));

	it('has the content that an edit gave the template', () => {
		const event = read({
			...TEMPLATE,
			message_template_title: 'News',
			message_template_element: 'It is here.',
			message_template_footer: 'Shop',
			message_template_buttons: [
				{
					message_template_button_type: 'URL',
					message_template_button_text: 'Open',
					message_template_button_url: 'https://example.com',
				},
				{
					message_template_button_type: 'PHONE_NUMBER',
					message_template_button_phone_number: '+15550001234',
				},
			],
		});
		expect(event).toMatchObject({
			kind: 'template_components',
			template: { id: '1', name: 'offer', language: 'en_US' },
			header: 'News',
			body: 'It is here.',
			footer: 'Shop',
			buttons: [
				{ type: 'URL', text: 'Open', url: 'https://example.com' },
				{ type: 'PHONE_NUMBER', phoneNumber: '+15550001234' },
			],
		});
		expect(event).not.toHaveProperty('channel');
	});

	it('may have a body alone', () => {
		const event = read({ ...TEMPLATE, message_template_element: 'It is here.' });
		expect(event).toMatchObject({ kind: 'template_components', body: 'It is here.' });
		expect(event).not.toHaveProperty('buttons');
	});

	it('is kept as unknown if it names no template', () => {
		expect(read({ message_template_element: 'It is here.' })).toMatchObject({ kind: 'unknown' });
	});
});

describe('group fields: one event for each entry', () => {
	it.each([
		['group_lifecycle_update', 'group_create'],
		['group_lifecycle_update', 'group_delete'],
		['group_participants_update', 'group_participants_add'],
		['group_participants_update', 'group_participants_remove'],
		['group_participants_update', 'group_join_request_created'],
		['group_participants_update', 'group_join_request_revoked'],
		['group_settings_update', undefined],
		['group_status_update', 'group_suspend'],
		['group_status_update', 'group_suspend_cleared'],
	])('%s: %s', (field, type) => {
		const groups = [GROUP, 'other'].map((group_id) => ({ timestamp, group_id, type, extra: { kept: 1 } }));
		const events = parseWebhook(delivery(field, { messaging_product: 'whatsapp', metadata, groups }));
		expect(events).toMatchObject([
			{ ...ofNumber, kind: 'group', field, group: GROUP, raw: { extra: { kept: 1 } } },
			{ ...ofNumber, kind: 'group', field, group: 'other' },
		]);
		expect(events.map((event) => (event as { type?: string }).type)).toEqual([type, type]);
	});
});

describe('field user_preferences', () => {
	it.each(['stop', 'resume'])('%s', (value) => {
		expect(only(wire.preference({ at: NOW, value }))).toMatchObject({
			...ofNumber,
			kind: 'preference',
			contact: CUSTOMER,
			category: 'marketing_messages',
			value,
		});
	});
});

describe('anything else is kept whole, never dropped', () => {
	it.each<[string, unknown, object]>([
		[
			'another field',
			delivery('tomorrow', { metadata, alert: 1 }),
			{ field: 'tomorrow', raw: { metadata, alert: 1 } },
		],
		[
			'a value that is no object',
			delivery('messages', 'text'),
			{ raw: { field: 'messages', value: 'text' } },
		],
		[
			'messages that are null',
			delivery('messages', { metadata, messages: null }),
			{ field: 'messages', raw: { metadata, messages: null } },
		],
		[
			'a message without a sender',
			delivery('messages', { metadata, messages: [{ id: 'a', type: 'text' }] }),
			{ raw: { id: 'a', type: 'text' } },
		],
		['an entry without changes', { entry: [{ id: '1' }] }, { raw: { id: '1' } }],
		['an envelope without entries', { object: 'page' }, { raw: { object: 'page' } }],
		['a text', 'hello', { raw: 'hello' }],
		['null', null, { raw: null }],
		['a list', [1], { raw: [1] }],
	])('%s', (_, body, expected) => {
		expect(only(body)).toMatchObject({ kind: 'unknown', ...expected });
	});

	it('one bad message spoils no other of the same change', () => {
		const good = { from: CUSTOMER, id: 'a', timestamp, type: 'text', text: { body: 'Hi' } };
		const events = parseWebhook(delivery('messages', { metadata, messages: [{ nothing: true }, good] }));
		expect(events.map(({ kind }) => kind)).toEqual(['unknown', 'message']);
	});

	it('unknown fields of a known event stay in it', () => {
		const message = {
			from: CUSTOMER,
			id: 'a',
			timestamp,
			type: 'text',
			text: { body: 'Hi' },
			tomorrow: { x: 1 },
		};
		const event = only(delivery('messages', { metadata, messages: [message] })) as MessagingEvent & {
			kind: 'message';
		};
		expect(event.raw).toEqual(message);
		expect(event.message).toEqual(message);
	});
});
