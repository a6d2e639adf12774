import type { MessagingEvent } from '../../engine';
import { BusinessMessagingInboxTrigger } from '../../nodes/BusinessMessagingInboxTrigger/BusinessMessagingInboxTrigger.node';
import { BusinessMessagingTrigger } from '../../nodes/BusinessMessagingTrigger/BusinessMessagingTrigger.node';
import { joinItems, toItem } from '../../nodes/shared/events/to-items';
import { silenceFields, groupEvents, readSilence } from '../../nodes/shared/silence';
import { NOW } from '../support/engine-scene';
import { CUSTOMER, delivery, GROUP, only, SECOND } from '../support/wire';
import * as wire from '../support/wire';

const value = (parts: object) => ({ metadata: { phone_number_id: wire.CHANNEL }, ...parts });

let numbers = 0;

/** A customer's message with some content; a text by default. */
function message(content: string | Record<string, unknown>, { at = NOW, from = CUSTOMER, group = '' } = {}) {
	const said = typeof content === 'string' ? { type: 'text', text: { body: content } } : content;
	const written = {
		id: `wamid.${(numbers += 1)}`,
		from,
		timestamp: String(at / SECOND),
		...(group !== '' && { group_id: group }),
		...said,
	};
	const contacts = [{ profile: { name: 'Ada' }, wa_id: from }];
	return only(delivery('messages', value({ contacts, messages: [written] })), NOW);
}

const button = { button_reply: { id: 'yes', title: 'Yes' }, type: 'button_reply' };
const row = { list_reply: { id: 'row-1', title: 'First' }, type: 'list_reply' };
const quickReply = message({ type: 'button', button: { payload: 'go', text: 'Go' } });
const tappedButton = message({ type: 'interactive', interactive: button });
const chosenRow = message({ type: 'interactive', interactive: row });
const reaction = message({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } });

function read(given: Record<string, unknown>, problems: string[] = []) {
	return readSilence((name, ifMissing) => given[name] ?? ifMissing, problems);
}

const atOnce = (given: Record<string, unknown>, event: MessagingEvent) =>
	read({ waitForSilence: true, ...given })!.how(event).atOnce;

describe('the form', () => {
	it('is the same in both triggers, with Wait for Silence off', () => {
		for (const { description } of [new BusinessMessagingTrigger(), new BusinessMessagingInboxTrigger()])
			expect(description.properties).toEqual(expect.arrayContaining(silenceFields));
		expect(read({})).toBeUndefined();
		expect(read({ waitForSilence: false, silence: 8 })).toBeUndefined();
	});

	it('suggests 8 seconds, and a minute at most', () => {
		const problems: string[] = [];
		const silence = read({ waitForSilence: true }, problems);
		expect(silence).toMatchObject({ silenceMs: 8_000, atMostMs: 60_000, skipsTakenOver: true });
		expect(problems).toEqual([]);
	});

	it('takes from 1 second to an hour of silence, and a day at most', () => {
		const problems: string[] = [];
		read({ waitForSilence: true, silence: 1, atMost: 1 }, problems);
		read({ waitForSilence: true, silence: 3_600, atMost: 86_400 }, problems);
		expect(problems).toEqual([]);
	});

	it('names everything beyond that', () => {
		const problems: string[] = [];
		read({ waitForSilence: true, silence: 0, atMost: 86_401 }, problems);
		expect(problems).toEqual([
			'Silence must be a number from 1 to 3600',
			'At Most must be a number from 1 to 86400',
		]);
	});
});

describe('At Once For', () => {
	it.each([
		['the button of a template', quickReply],
		['a button', tappedButton],
		['a row of a list', chosenRow],
	])('button and list answers: %s', (_, event) => {
		expect(atOnce({ atOnceFor: ['answers'] }, event)).toBe(true);
		expect(atOnce({ atOnceFor: [] }, event)).toBe(false);
	});

	it('no reaction, and no text', () => {
		expect(atOnce({ atOnceFor: ['answers'] }, reaction)).toBe(false);
		expect(atOnce({ atOnceFor: ['answers'] }, message('Yes'))).toBe(false);
	});

	const words = { atOnceFor: ['words'], atOnceWords: 'Stop,  Talk to a person , ÉTÉ' };

	it.each(['stop', ' STOP\n', 'talk to a person', 'été', 'e\u0301te\u0301'])('the word %j', (text) => {
		expect(atOnce(words, message(text))).toBe(true);
	});

	it.each(['stop it', 'stops', ''])('not %j, which is another message', (text) => {
		expect(atOnce(words, message(text))).toBe(false);
	});

	it('no word unless words are chosen', () => {
		expect(atOnce({ ...words, atOnceFor: ['answers'] }, message('stop'))).toBe(false);
	});

	it('the word of a caption, too', () => {
		expect(atOnce(words, message({ type: 'image', image: { id: '1', caption: 'Stop' } }))).toBe(true);
	});

	it('other events than messages wait for nothing, each by itself', () => {
		const parts = {
			contacts: [],
			messages: [],
			statuses: [{ id: 'wamid.1', status: 'read', timestamp: '1' }],
		};
		const how = read({ waitForSilence: true })!.how(only(delivery('messages', value(parts)), NOW));
		expect(how).toEqual({ atOnce: true, alone: true });
	});
});

const itemOf = (...events: MessagingEvent[]) => joinItems(events.map((event) => toItem(event, [], false)));

describe('the messages of a conversation as one item', () => {
	it('have the texts of all, a line each, and each message in its order', () => {
		const [first, second] = [message('Hi'), message('A question', { at: NOW + SECOND })];
		const item = itemOf(first, second);
		expect(Object.keys(item).slice(0, 5)).toEqual(['contactName', 'contact', 'text', 'messages', 'media']);
		expect(item).toMatchObject({
			contactName: 'Ada',
			contact: CUSTOMER,
			text: 'Hi\nA question',
			kind: 'message',
			messages: [
				{ text: 'Hi', eventId: first.id, message: { type: 'text' }, contactName: 'Ada' },
				{ text: 'A question', eventId: second.id },
			],
		});
	});

	it('are otherwise like the newest of them, which Mark as Read and Send Once use', () => {
		const [first, second] = [message('Hi'), message('A question')];
		const { id } = (second as { message: { id: string } }).message;
		expect(itemOf(first, second)).toMatchObject({ eventId: second.id, message: { id } });
	});

	it('have the newest reply, also if a text came after it', () => {
		expect(itemOf(quickReply, tappedButton, message('Thanks'))).toMatchObject({
			text: 'Go\nYes\nThanks',
			reply: { kind: 'button', id: 'yes' },
		});
		expect(itemOf(message('Hi'))).not.toHaveProperty('reply');
	});

	it('have the files of all', () => {
		const photo = message({ type: 'image', image: { id: '1', mime_type: 'image/jpeg', caption: 'Look' } });
		const voice = message({ type: 'audio', audio: { id: '2', mime_type: 'audio/ogg', voice: true } });
		const pdf = message({ type: 'document', document: { id: '3', filename: 'bill.pdf' } });
		const item = itemOf(photo, voice, message('See above'), pdf);
		expect(item).toMatchObject({ text: 'Look\nSee above' });
		expect(item.media).toEqual([
			{ eventId: photo.id, type: 'image', mediaId: '1', mimeType: 'image/jpeg', caption: 'Look' },
			{ eventId: voice.id, type: 'audio', mediaId: '2', mimeType: 'audio/ogg' },
			{ eventId: pdf.id, type: 'document', mediaId: '3', filename: 'bill.pdf' },
		]);
	});

	it('have no text if none of them has one, and no file without an ID', () => {
		const item = itemOf(message({ type: 'audio', audio: {} }));
		expect(item).not.toHaveProperty('text');
		expect(item.media).toEqual([]);
	});

	it('have the reactions of all, each once', () => {
		const reactions = [{ name: 'replied', text: 'They replied.', event: '' }] as never;
		const other = [{ name: 'vip', text: 'A VIP.', event: '' }] as never;
		const items = [
			toItem(message('a'), reactions, false),
			toItem(message('b'), other, false),
			toItem(message('c'), reactions, false),
		];
		expect(joinItems(items).reactions).toEqual([
			{ name: 'replied', text: 'They replied.' },
			{ name: 'vip', text: 'A VIP.' },
		]);
	});
});

describe('events that go out together', () => {
	it('are grouped by the burst that they waited in', () => {
		const [a, b, c] = [message('a'), message('b'), message('c')];
		const waited = [
			{ event: a, burst: '1' },
			{ event: b, burst: '2' },
			{ event: c, burst: '1' },
		];
		expect(groupEvents(waited)).toEqual([[a, c], [b]]);
	});

	it('or by conversation if they did not wait; other events stay single', () => {
		const bob = '4917099999999';
		const [a, b, c] = [message('a'), message('b', { from: bob }), message('c')];
		const [inGroup, alsoInGroup] = [
			message('d', { group: GROUP }),
			message('e', { from: bob, group: GROUP }),
		];
		const parts = {
			contacts: [],
			messages: [],
			statuses: [{ id: 'wamid.1', status: 'read', timestamp: '1' }],
		};
		const status = only(delivery('messages', value(parts)), NOW);
		const events = [a, status, b, c, inGroup, alsoInGroup].map((event) => ({ event }));
		expect(groupEvents(events)).toEqual([[a, c], status, [b], [inGroup, alsoInGroup]]);
	});
});
