import type { StatusEvent } from '../../../engine';
import { parseWebhook } from '../../../engine';
import { NOW } from '../../support/engine-scene';
import * as wire from '../../support/wire';
import { CHANNEL, CUSTOMER, delivery, only, SECOND } from '../../support/wire';

const seconds = NOW / SECOND;
const metadata = { phone_number_id: CHANNEL };
const message = { from: CUSTOMER, id: 'a', timestamp: String(seconds), type: 'text', text: { body: 'Hi' } };
const withMessage = (fields: object) =>
	only(delivery('messages', { metadata, messages: [{ ...message, ...fields }] }));
const status = { id: 'a', status: 'failed', timestamp: String(seconds), recipient_id: CUSTOMER };
const withStatus = (fields: object) =>
	only(delivery('messages', { metadata, statuses: [{ ...status, ...fields }] }));

describe('numbers for strings and strings for numbers', () => {
	it.each([
		['a timestamp as a number', { timestamp: seconds }, { at: NOW }],
		['a sender as a number', { from: 4917012345678 }, { contact: CUSTOMER }],
		['a message id as a number', { id: 17 }, { id: 'message:17', message: { id: '17' } }],
		['a text as a number', { text: { body: 17 } }, { message: { text: { body: '17' } } }],
		['a group id as a number', { group_id: 17 }, { group: '17' }],
		['a null where a field could be left out', { group_id: null, from_user_id: null }, { contact: CUSTOMER }],
	])('%s', (_, fields, expected) => {
		expect(withMessage(fields)).toMatchObject({ kind: 'message', ...expected });
	});

	it.each([
		[20, {}],
		[21, { errorsDropped: 1 }],
		[5_000, { errorsDropped: 4_980 }],
	])('of %i errors of a status 20 are kept, and it says how many are not', (count, dropped) => {
		const errors = Array.from({ length: count }, (_each, index) => ({ code: index + 1 }));
		const { errorsDropped, ...event } = withStatus({ errors }) as StatusEvent;
		expect(event.errors.map(({ code }) => code)).toEqual(
			Array.from({ length: 20 }, (_each, index) => index + 1),
		);
		expect({ ...(errorsDropped !== undefined && { errorsDropped }) }).toEqual(dropped);
	});

	it('a text that is no text leaves the message a message', () => {
		const event = withMessage({ text: 'Hi' });
		expect(event).toMatchObject({ kind: 'message', raw: { text: 'Hi' } });
		expect(event).not.toHaveProperty('message.text');
	});

	it.each([
		['a code as a string', [{ code: '131047', title: 'T' }], [{ code: 131047, title: 'T' }]],
		['null titles and data', [{ code: 1, title: null, error_data: null }], [{ code: 1 }]],
		[
			'an error that cannot be read beside one that can',
			['x', { code: 2, message: 'M' }],
			[{ code: 2, title: 'M' }],
		],
		['no list', 'x', []],
	])('errors of a status: %s', (_, errors, expected) => {
		expect(withStatus({ errors })).toMatchObject({ kind: 'status', errors: expected });
	});

	it.each([
		['as numbers', 168, 7],
		['as strings', '168', '7'],
	])('ids of template, account and phone number %s', (_, id, channel) => {
		const value = {
			event: 'approved',
			message_template_id: id,
			message_template_name: 'n',
			message_template_language: 'de',
		};
		const body = {
			entry: [
				{ id: 42, time: String(seconds), changes: [{ field: 'message_template_status_update', value }] },
			],
		};
		expect(only(body)).toMatchObject({ account: '42', at: NOW, status: 'APPROVED', template: { id: '168' } });
		const inbound = delivery('messages', { metadata: { phone_number_id: channel }, messages: [message] });
		expect(only(inbound)).toMatchObject({ channel: '7' });
	});
});

describe('when it happened', () => {
	it('its own timestamp, in Unix seconds', () => {
		expect(withMessage({}).at).toBe(NOW);
	});

	it('else the time of the entry', () => {
		expect(only(wire.templateStatus({ at: NOW, event: 'APPROVED' })).at).toBe(NOW);
	});

	it('else its receipt', () => {
		const body = delivery('messages', { metadata, messages: [{ ...message, timestamp: undefined }] });
		expect(only(body, 123_456).at).toBe(123_456);
	});
});

describe('an event has the same id in every redelivery', () => {
	const bodies: Array<[string, unknown]> = [
		['message', wire.customerMessage({ at: NOW })],
		['status', wire.messageStatus({ at: NOW })],
		['echo', wire.agentEcho({ at: NOW })],
		['handover', wire.handover({ at: NOW, to: 'agent' })],
		['template status', wire.templateStatus({ at: NOW, event: 'PAUSED' })],
		['template quality', wire.templateQuality({ at: NOW, quality: 'RED' })],
		['template category', wire.templateCategory({ at: NOW, category: 'MARKETING' })],
		['preference', wire.preference({ at: NOW, value: 'stop' })],
		['group', delivery('group_status_update', { metadata, groups: [{ group_id: 'g', timestamp: 1 }] })],
		['unknown', delivery('account_alerts', { a: 1, b: { c: 2, d: 3 } })],
	];

	const reversed = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value.map(reversed);
		return Object.fromEntries(
			Object.entries(value)
				.reverse()
				.map(([key, inner]) => [key, reversed(inner)]),
		);
	};

	it.each(bodies)('%s, received later and with its keys in another order', (_, body) => {
		const ids = (given: unknown, at: number) => parseWebhook(given, at).map(({ id }) => id);
		expect(ids(reversed(body), NOW + 1)).toEqual(ids(body, NOW));
	});

	it('no two of them have one id', () => {
		const ids = bodies.map(([, body]) => only(body).id);
		expect(new Set(ids).size).toBe(bodies.length);
	});

	it.each([
		[
			'handovers',
			'messaging_handovers',
			{ recipient: metadata, sender: { phone_number: '1' }, type: 'control_passed', control_passed: {} },
		],
		[
			'preferences',
			'user_preferences',
			{ metadata, user_preferences: [{ wa_id: '1', category: 'c', value: 'stop' }] },
		],
		['groups', 'group_status_update', { metadata, groups: [{ group_id: 'g', type: 'group_suspend' }] }],
		['unknown fields', 'account_alerts', { alert: 1 }],
	])('%s without a timestamp are told apart by the time of the entry', (_, field, value) => {
		const [one, two] = [NOW, NOW + SECOND].map((at) => only(delivery(field, value, { at })));
		expect(one!.id).not.toBe(two!.id);
	});
});
