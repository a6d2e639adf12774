import type { INodePropertyOptions } from 'n8n-workflow';
import { EVENT_KINDS } from '../../engine/events/event-kinds';
import { eventsField } from '../../nodes/shared/events/events-field';
import { toItem } from '../../nodes/shared/events/to-item';
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
	it('can be chosen by every kind, in the order of their names', () => {
		const options = eventsField.options as INodePropertyOptions[];
		const names = options.map(({ name }) => name);
		expect(options.map(({ value: kind }) => kind).sort()).toEqual([...EVENT_KINDS].sort());
		expect(names).toEqual([...names].sort());
		expect(names).toEqual(expect.arrayContaining(['Phone App Reply', 'Number or Account']));
	});
});

describe('an event as an item', () => {
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
			...{ kind: 'message', contact: USER, userId: USER, parentUserId: PARENT },
			...{ contactName: 'Ada', username: 'ada' },
		});
	});

	it('has the phone number as the contact if there is one, beside the user ID', () => {
		const message = { from: wire.CUSTOMER, from_user_id: USER, id: 'wamid.1', timestamp, type: 'text' };
		const item = itemOf('messages', { messages: [{ ...message, text: { body: 'Hi' } }] });
		expect(item).toMatchObject({ contact: wire.CUSTOMER, userId: USER });
		expect(item).not.toHaveProperty('username');
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
			...{ kind: 'app_reply', contact: wire.CUSTOMER, userId: USER },
			message: { text: { body: 'On my way' } },
		});
	});

	it('tells what changed in the account', () => {
		const change = {
			...{ display_phone_number: '+1 555 000 1234', event: 'ONBOARDING' },
			...{ current_limit: 'TIER_2K', old_limit: 'TIER_250' },
		};
		expect(itemOf('phone_number_quality_update', change)).toMatchObject({
			...{ kind: 'account', field: 'phone_number_quality_update', event: 'ONBOARDING' },
			...{ number: '15550001234', limit: 'TIER_2K', previousLimit: 'TIER_250' },
		});
	});
});
