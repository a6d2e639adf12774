import type { INodePropertyOptions } from 'n8n-workflow';
import { EVENT_KINDS } from '../../engine/events/messaging-event';
import { factsOfEvent } from '../../engine/reactions/event-facts';
import { eventsField } from '../../nodes/shared/events/event-fields';
import { PARTS } from '../../nodes/shared/events/choose-events';
import { createToItems, toItem } from '../../nodes/shared/events/to-items';
import { createEngine } from '../../engine';
import { openStore } from '../../store';
import { NOW } from '../support/engine-scene';
import * as wire from '../support/wire';
import { only } from '../support/wire';

const USER = 'US.13491208655302741918';
const PARENT = 'US.ENT.506847293015824';
const value = (parts: object) => ({ metadata: { phone_number_id: wire.CHANNEL }, ...parts });
const itemOf = (field: string, parts: object) =>
	toItem(only(wire.delivery(field, value(parts)), NOW), [], false);
const timestamp = String(NOW / 1000);

describe('the events of a trigger', () => {
	it('can be chosen by every kind, and some parts of kinds: Customer Message first, the others in the order of their names', () => {
		const options = eventsField.options as INodePropertyOptions[];
		const names = options.map(({ name }) => name);
		expect(options.map(({ value: kind }) => kind).sort()).toEqual(
			[...EVENT_KINDS, ...Object.keys(PARTS)].sort(),
		);
		expect(names[0]).toBe('Customer Message');
		expect(names.slice(1)).toEqual(names.slice(1).sort());
		expect(names).toEqual(
			expect.arrayContaining(['Customer Message', 'Delivery Status', 'Opt-Out or Opt-In', 'Group Change']),
		);
	});
});

describe('an event without a name, about a customer who wrote before', () => {
	const itemOfHandover = async (contact: string) => {
		const store = await openStore('sqlite::memory:');
		const contacts = [{ profile: { name: 'Ada' }, wa_id: wire.CUSTOMER }];
		const message = { from: wire.CUSTOMER, id: 'wamid.1', timestamp, type: 'text', text: { body: 'Hi' } };
		const engine = createEngine({ store });
		await engine.ingest([only(wire.delivery('messages', value({ contacts, messages: [message] })), NOW)]);
		const event = only(wire.handover({ at: NOW + 1_000, to: 'business', contact }), NOW);
		const [item] = await (await createToItems(store, 'strict', false)())([event], false);
		await store.close();
		return item!.json;
	};

	it('begins with the name that the store has', async () => {
		const item = await itemOfHandover(wire.CUSTOMER);
		expect(Object.entries(item).slice(0, 2)).toEqual([
			['contactName', 'Ada'],
			['contact', wire.CUSTOMER],
		]);
		expect(item.kind).toBe('handover');
	});

	it('has none if nobody has told it', async () => {
		expect(await itemOfHandover('491709999999')).not.toHaveProperty('contactName');
	});
});

describe('an event as an item', () => {
	it('has every time as ISO 8601, also when a conversation ends, and when a category that is announced comes', () => {
		const soon = { text: '1790086400', iso: '2026-09-22T14:13:20.000Z' };
		const status = { id: 'wamid.1', status: 'sent', timestamp, recipient_id: wire.CUSTOMER };
		const conversation = { id: 'c', expiration_timestamp: soon.text };
		expect(itemOf('messages', { statuses: [{ ...status, conversation }] })).toMatchObject({
			conversationEndsAt: soon.iso,
		});
		const template = { message_template_name: 'order_shipped', message_template_language: 'en_US' };
		const announced = { correct_category: 'MARKETING', category_update_timestamp: soon.text };
		expect(itemOf('template_category_update', { ...template, ...announced })).toMatchObject({
			announced: { category: 'MARKETING', at: soon.iso },
		});
	});

	it('has the user ID, parent user ID, and username of a customer without a phone number', () => {
		const message = {
			from_user_id: USER,
			from_parent_user_id: PARENT,
			id: 'wamid.1',
			timestamp,
			type: 'text',
		};
		const contacts = [{ profile: { name: 'Ada', username: 'ada' }, user_id: USER, parent_user_id: PARENT }];
		expect(itemOf('messages', { contacts, messages: [{ ...message, text: { body: 'Hi' } }] })).toMatchObject({
			kind: 'message',
			contact: USER,
			userId: USER,
			parentUserId: PARENT,
			contactName: 'Ada',
			username: 'ada',
		});
	});

	it('has the phone number as the contact if there is one, beside the user ID', () => {
		const message = { from: wire.CUSTOMER, from_user_id: USER, id: 'wamid.1', timestamp, type: 'text' };
		const item = itemOf('messages', { messages: [{ ...message, text: { body: 'Hi' } }] });
		expect(item).toMatchObject({ contact: wire.CUSTOMER, userId: USER });
		expect(item).not.toHaveProperty('username');
	});

	it('begins with who wrote, and what', () => {
		const contacts = [{ profile: { name: 'Ada' }, wa_id: wire.CUSTOMER }];
		const message = { from: wire.CUSTOMER, id: 'wamid.1', timestamp, type: 'text', text: { body: 'Hi' } };
		const item = itemOf('messages', { contacts, messages: [message] });
		expect(Object.entries(item).slice(0, 3)).toEqual([
			['contactName', 'Ada'],
			['contact', wire.CUSTOMER],
			['text', 'Hi'],
		]);
		expect(item).toMatchObject({ message: { text: { body: 'Hi' } } });
	});

	it.each([
		[
			'a tapped button',
			{ type: 'interactive', interactive: { button_reply: { id: 'y', title: 'Yes' } } },
			'Yes',
		],
		['a chosen row', { type: 'interactive', interactive: { list_reply: { id: 'r', title: 'Red' } } }, 'Red'],
		['a button of a template', { type: 'button', button: { text: 'Stop', payload: 's' } }, 'Stop'],
		['a caption', { type: 'image', image: { id: '1', caption: 'My cup' } }, 'My cup'],
		['a file alone', { type: 'image', image: { id: '1' } }, undefined],
		['a broken text', { type: 'text', text: 7 }, undefined],
	])('has what the customer said, of %s', (_what, content, said) => {
		const message = { from: wire.CUSTOMER, id: 'wamid.1', timestamp, ...content };
		expect(itemOf('messages', { messages: [message] }).text).toBe(said);
	});

	describe('has as `reply` what the customer answered without writing', () => {
		const context = { from: '15550001234', id: 'wamid.asked' };
		const asked = 'wamid.asked';
		const replyOf = (content: object) =>
			itemOf('messages', { messages: [{ from: wire.CUSTOMER, id: 'wamid.1', timestamp, ...content }] }).reply;
		const interactive = (reply: object) => ({ type: 'interactive', interactive: reply, context });
		const flow = (name: string, response: string) =>
			interactive({ type: 'nfm_reply', nfm_reply: { name, body: 'Sent', response_json: response } });
		const order = {
			catalog_id: '7',
			text: 'For two',
			product_items: [{ product_retailer_id: 'a', quantity: 2, item_price: 5.5, currency: 'EUR' }],
		};
		const place = { latitude: 52.52, longitude: 13.405, name: 'Berlin' };
		const card = { name: { formatted_name: 'Ada' }, phones: [{ phone: '+15550000000' }] };
		const permission = { response: 'accept', is_permanent: true, response_source: 'user_action' };

		it.each([
			[
				'a template’s button',
				{ type: 'button', button: { text: 'Stop', payload: 's' }, context },
				{ kind: 'quick_reply', id: 's', title: 'Stop', data: null, inReplyTo: asked },
			],
			[
				'a button',
				interactive({ button_reply: { id: 'y', title: 'Yes' } }),
				{ kind: 'button', id: 'y', title: 'Yes', data: null, inReplyTo: asked },
			],
			[
				'a row of a list',
				interactive({ list_reply: { id: 'g', title: 'Green', description: 'Green tea' } }),
				{ kind: 'list', id: 'g', title: 'Green', data: { description: 'Green tea' }, inReplyTo: asked },
			],
			[
				'a row without a description',
				interactive({ list_reply: { id: 'g', title: 'Green' } }),
				{ kind: 'list', id: 'g', title: 'Green', data: null, inReplyTo: asked },
			],
			[
				'a flow, by its token',
				flow('flow', '{"flow_token":"booking-7","day":"Friday"}'),
				{
					kind: 'flow',
					id: 'booking-7',
					title: 'Sent',
					inReplyTo: asked,
					data: { flow_token: 'booking-7', day: 'Friday' },
				},
			],
			[
				'a flow that was sent without a token',
				flow('flow', '{"flow_token":"unused"}'),
				{ kind: 'flow', id: null, title: 'Sent', data: { flow_token: 'unused' }, inReplyTo: asked },
			],
			[
				'a flow whose answers can’t be read',
				flow('flow', '{"day":'),
				{ kind: 'flow', id: null, title: 'Sent', data: null, inReplyTo: asked },
			],
			[
				'an address',
				flow('address_message', '{"values":{"city":"Pune"}}'),
				{ kind: 'address', id: null, title: 'Sent', data: { values: { city: 'Pune' } }, inReplyTo: asked },
			],
			[
				'an order, which need not answer a message',
				{ type: 'order', order },
				{ kind: 'order', id: '7', title: 'For two', data: order, inReplyTo: null },
			],
			[
				'a location that was asked for',
				{ type: 'location', location: place, context },
				{ kind: 'location', id: null, title: 'Berlin', data: place, inReplyTo: asked },
			],
			['a location that nobody asked for', { type: 'location', location: place }, undefined],
			[
				'a contact that was asked for',
				{ type: 'contacts', contacts: [{ ...card, origin: 'contact_request' }], context },
				{
					kind: 'contact',
					id: null,
					title: 'Ada',
					inReplyTo: asked,
					data: { ...card, origin: 'contact_request' },
				},
			],
			[
				'a shared contact',
				{ type: 'contacts', contacts: [{ ...card, origin: 'other' }], context },
				undefined,
			],
			[
				'a call permission',
				interactive({ type: 'call_permission_reply', call_permission_reply: permission }),
				{ kind: 'call_permission', id: 'accept', title: null, data: permission, inReplyTo: asked },
			],
			[
				'a reaction, to the message that it is about',
				{ type: 'reaction', reaction: { message_id: 'wamid.sent', emoji: '👍' } },
				{ kind: 'reaction', id: null, title: '👍', data: null, inReplyTo: 'wamid.sent' },
			],
			[
				'a reaction that was taken back',
				{ type: 'reaction', reaction: { message_id: 'wamid.sent' } },
				{ kind: 'reaction', id: null, title: null, data: null, inReplyTo: 'wamid.sent' },
			],
			['a text that quotes a message', { type: 'text', text: { body: 'Yes' }, context }, undefined],
			['a broken button', { type: 'interactive', interactive: { button_reply: 7 } }, undefined],
		])('%s', (_what, content, reply) => {
			expect(replyOf(content)).toEqual(reply);
		});

		it('and a rule about events can ask for its kind and ID', () => {
			const message = { from: wire.CUSTOMER, id: 'wamid.1', timestamp };
			const factsOf = (content: object) => {
				const messages = [{ ...message, ...content }];
				return factsOfEvent(only(wire.delivery('messages', value({ messages })), NOW));
			};
			expect(factsOf(interactive({ button_reply: { id: 'y', title: 'Yes' } }))).toMatchObject([
				{ replyKind: 'button', replyId: 'y' },
			]);
			expect(factsOf({ type: 'text', text: { body: 'Yes' } })).toMatchObject([
				{ replyKind: 'none', replyId: 'none' },
			]);
		});
	});

	it('has the price of a message', () => {
		const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' };
		const status = { id: 'wamid.1', status: 'sent', timestamp, recipient_id: wire.CUSTOMER, pricing };
		expect(itemOf('messages', { statuses: [status] })).toMatchObject({ kind: 'status', pricing });
	});

	it('tells what a person answered in the phone app, and whom', () => {
		const echo = { from: '15550001234', to: wire.CUSTOMER, to_user_id: USER, id: 'wamid.1', timestamp };
		const text = { type: 'text', text: { body: 'On my way' } };
		expect(itemOf('smb_message_echoes', { message_echoes: [{ ...echo, ...text }] })).toMatchObject({
			kind: 'app_reply',
			contact: wire.CUSTOMER,
			userId: USER,
			message: { text: { body: 'On my way' } },
		});
	});

	it('tells what changed in the account', () => {
		const change = {
			display_phone_number: '+1 555 000 1234',
			event: 'ONBOARDING',
			current_limit: 'TIER_2K',
			old_limit: 'TIER_250',
		};
		expect(itemOf('phone_number_quality_update', change)).toMatchObject({
			kind: 'account',
			field: 'phone_number_quality_update',
			event: 'ONBOARDING',
			number: '15550001234',
			limit: 'TIER_2K',
			previousLimit: 'TIER_250',
		});
	});
});
