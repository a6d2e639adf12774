import { NOW } from '../../support/engine-scene';
import * as wire from '../../support/wire';
import { CHANNEL, CUSTOMER, delivery, GROUP, only, SECOND } from '../../support/wire';
import { parseWebhook } from '../../../engine';

const USER = 'US.13491208655302741918';
const PARENT = 'US.ENT.11815799212886844830';
const metadata = { display_phone_number: '15550001234', phone_number_id: CHANNEL };
const timestamp = String(NOW / SECOND);
const text = { id: 'wamid.1', timestamp, type: 'text', text: { body: 'Hi' } };
const messages = (value: object) => delivery('messages', { metadata, ...value });

describe('who wrote a message', () => {
	it('a customer with phone number, user id, and parent user id has all three', () => {
		const message = { ...text, from: CUSTOMER, from_user_id: USER, from_parent_user_id: PARENT };
		expect(only(messages({ messages: [message] }))).toMatchObject({
			contact: CUSTOMER,
			userId: USER,
			parentUserId: PARENT,
		});
	});

	it('a customer without a phone number is their user id; the username is only shown', () => {
		const contacts = [{ profile: { name: 'Bo', username: '@bo' }, user_id: USER }];
		const event = only(messages({ contacts, messages: [{ ...text, from_user_id: USER }] }));
		expect(event).toMatchObject({ contact: USER, userId: USER, contactName: 'Bo', username: '@bo' });
	});

	it('a contact completes what the message leaves out', () => {
		const contacts = [{ wa_id: CUSTOMER, user_id: USER, parent_user_id: PARENT }];
		expect(only(messages({ contacts, messages: [{ ...text, from_user_id: USER }] }))).toMatchObject({
			contact: CUSTOMER,
			userId: USER,
			parentUserId: PARENT,
		});
	});

	it('a customer who is named only in contacts wrote the message, if it is the only contact', () => {
		const contacts = [{ profile: { name: 'Ada' }, wa_id: CUSTOMER }];
		const event = only(messages({ contacts, messages: [text] }));
		expect(event).toMatchObject({ kind: 'message', contact: CUSTOMER, contactName: 'Ada' });
	});

	it('nobody knows who wrote it if two contacts could have', () => {
		const contacts = [{ wa_id: CUSTOMER }, { wa_id: '4915111' }];
		expect(only(messages({ contacts, messages: [text] }))).toMatchObject({ kind: 'unknown' });
	});

	it.each([
		[
			'their phone numbers',
			{ from: CUSTOMER },
			{ from: '4915111' },
			{ wa_id: CUSTOMER },
			{ wa_id: '4915111' },
		],
		[
			'their user ids',
			{ from_user_id: 'US.1' },
			{ from_user_id: 'US.2' },
			{ user_id: 'US.1' },
			{ user_id: 'US.2' },
		],
	])('two customers in one value keep their own names, found by %s', (_, one, two, ada, bo) => {
		const contacts = [
			{ ...ada, profile: { name: 'Ada' } },
			{ ...bo, profile: { name: 'Bo' } },
		];
		const sent = [
			{ ...text, id: 'b', ...two },
			{ ...text, id: 'a', ...one },
		];
		const names = parseWebhook(messages({ contacts, messages: sent })).map(
			(event) => event.kind === 'message' && event.contactName,
		);
		expect(names).toEqual(['Bo', 'Ada']);
	});

	it('a sole contact with another number is somebody else', () => {
		const contacts = [{ profile: { name: 'Bo' }, wa_id: '4915111' }];
		const event = only(messages({ contacts, messages: [{ ...text, from: CUSTOMER }] }));
		expect(event).toMatchObject({ contact: CUSTOMER });
		expect(event).not.toHaveProperty('contactName');
	});

	it('the cards of a message of type contacts do not name its writer', () => {
		const contacts = [{ profile: { name: 'Ada' }, wa_id: CUSTOMER }];
		const cards = [{ profile: { name: 'Card' }, wa_id: CUSTOMER }];
		const message = { ...text, type: 'contacts', text: undefined, from: CUSTOMER, contacts: cards };
		expect(only(messages({ contacts, messages: [message] }))).toMatchObject({ contactName: 'Ada' });
	});

	it('a user id where a phone number belongs is read as a user id', () => {
		expect(only(messages({ messages: [{ ...text, from: USER }] }))).toMatchObject({
			contact: USER,
			userId: USER,
		});
	});
});

describe('whom a status is about', () => {
	const status = { id: 'wamid.out', status: 'delivered', timestamp };

	it('a message to a user id has recipient_user_id, and its number only in contacts', () => {
		const contacts = [{ wa_id: CUSTOMER, user_id: USER }];
		const event = only(messages({ contacts, statuses: [{ ...status, recipient_user_id: USER }] }));
		expect(event).toMatchObject({ contact: CUSTOMER, userId: USER });
	});

	it('a failed one names the recipient alone', () => {
		const event = only(
			messages({
				statuses: [{ ...status, status: 'failed', recipient_user_id: USER, errors: [{ code: 131050 }] }],
			}),
		);
		expect(event).toMatchObject({ contact: USER, errors: [{ code: 131050 }] });
	});

	it.each(['recipient_parent_user_id', 'parent_recipient_user_id'])(
		'the parent user id, spelt %s',
		(name) => {
			expect(
				only(messages({ statuses: [{ ...status, recipient_id: CUSTOMER, [name]: PARENT }] })),
			).toMatchObject({
				contact: CUSTOMER,
				parentUserId: PARENT,
			});
		},
	);

	it('two participants of a group without numbers are two events', () => {
		const ofGroup = { ...status, recipient_id: GROUP, recipient_type: 'group' };
		const events = parseWebhook(
			messages({
				contacts: [{ user_id: 'US.1' }, { user_id: 'US.2' }],
				statuses: ['US.1', 'US.2'].map((id) => ({ ...ofGroup, recipient_participant_user_id: id })),
			}),
		);
		expect(new Set(events.map(({ id }) => id)).size).toBe(2);
		expect(events).toMatchObject([
			{ group: GROUP, contact: 'US.1' },
			{ group: GROUP, contact: 'US.2' },
		]);
	});

	it.each([
		['beside the conversation', { pricing: { billable: true, pricing_model: 'PMP', type: 'regular' } }],
		[
			'inside it',
			{ conversation: { id: 'c', pricing: { billable: true, pricing_model: 'PMP', type: 'regular' } } },
		],
	])('its price stands %s', (_, priced) => {
		expect(only(messages({ statuses: [{ ...status, recipient_id: CUSTOMER, ...priced }] }))).toMatchObject({
			pricing: { pricing_model: 'PMP', type: 'regular' },
		});
	});
});

describe('a user who changed', () => {
	it('is named inside of the system message if nowhere else', () => {
		const system = { type: 'user_changed_user_id', user_id: 'US.2', previous_user_id: 'US.1' };
		const message = { id: 'wamid.s', timestamp, type: 'system', system };
		expect(only(messages({ messages: [message] }))).toMatchObject({ kind: 'message', contact: 'US.2' });
	});

	it('has a preference under user id and number alike', () => {
		const choice = {
			wa_id: CUSTOMER,
			user_id: USER,
			category: 'marketing_messages',
			value: 'stop',
			timestamp,
		};
		expect(only(delivery('user_preferences', { metadata, user_preferences: [choice] }))).toMatchObject({
			contact: CUSTOMER,
			userId: USER,
		});
	});

	it.each(['signup', 'maybe'])('may choose %s, which is passed on', (value) => {
		expect(only(wire.preference({ at: NOW, value }))).toMatchObject({ kind: 'preference', value });
	});
});

describe('an echo of the agent', () => {
	it('to a user id has it in recipient', () => {
		const echo = { id: 'e', timestamp, message: { recipient: USER, type: 'text', text: { body: 'Hi' } } };
		expect(only(delivery('standby', { metadata, standby: { message_echoes: [echo] } }))).toMatchObject({
			kind: 'agent_reply',
			contact: USER,
		});
	});

	it('to nobody is unknown', () => {
		const echo = { id: 'e', timestamp, message: { type: 'text', text: { body: 'Hi' } } };
		expect(only(delivery('standby', { metadata, standby: { message_echoes: [echo] } }))).toMatchObject({
			kind: 'unknown',
		});
	});
});
