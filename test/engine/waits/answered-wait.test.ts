import { parseWebhook } from '../../../engine';
import type { MessagingEvent } from '../../../engine';
import type { AskedWait } from '../../../engine/waits/answered-wait';
import { answeredWait, choiceOf } from '../../../engine/waits/answered-wait';
import { possibleAnswer } from '../../../engine/waits/possible-answer';
import { writeChoiceToken } from '../../../engine/waits/question';
import { agentEcho, customerMessage, SECOND } from '../../support/wire';
import { NOW } from '../../support/engine-scene';

const name: AskedWait = {
	id: 'name',
	token: 'token-of-name',
	question: { kind: 'text' },
	askedAt: NOW,
	messageIds: ['wamid.name'],
};

const approval: AskedWait = {
	id: 'approval',
	token: 'token-of-approval',
	question: {
		kind: 'choice',
		choices: [
			{ title: 'Approve', value: true },
			{ title: 'Decline', value: false },
		],
	},
	askedAt: NOW,
	messageIds: ['wamid.approval', 'wamid.reminder'],
};

const older = (wait: AskedWait): AskedWait => ({
	...wait,
	id: `older-${wait.id}`,
	token: `older-${wait.token}`,
	askedAt: NOW - 60 * SECOND,
});

type Message = Record<string, unknown>;

/** A customer's message with this content. */
function received(content: Message, { at = NOW + 10 * SECOND, standby = false } = {}): MessagingEvent {
	const [event] = parseWebhook(customerMessage({ at, standby, type: 'none' }), at);
	const { message } = event as MessagingEvent & { message: object };
	return { ...event, message: { ...message, type: 'text', ...content } } as MessagingEvent;
}

const says = (body: string, more: Message = {}) => received({ text: { body }, ...more });

const taps = (id: string, title: string, replyTo = 'wamid.approval') =>
	received({
		type: 'interactive',
		interactive: { type: 'button_reply', button_reply: { id, title } },
		context: { id: replyTo },
	});

const quickReply = (payload: string, text: string, replyTo = 'wamid.approval') =>
	received({ type: 'button', button: { payload, text }, context: { id: replyTo } });

const answered = (event: MessagingEvent, ...waits: AskedWait[]) => {
	const answer = possibleAnswer(event);
	return answer && answeredWait(waits, answer)?.id;
};

const chosen = (event: MessagingEvent, wait = approval) => {
	const answer = possibleAnswer(event)!;
	const index = choiceOf(wait, answer);
	return wait.question.kind === 'choice' && index !== undefined
		? wait.question.choices[index]!.value
		: undefined;
};

const decline = writeChoiceToken({ wait: approval.token, index: 1 });

describe('a question for a free text', () => {
	it('is answered by the next message, whatever it is', () => {
		expect(answered(says('Ada'), name)).toBe('name');
		expect(answered(received({ type: 'image', image: { id: '1' } }), name)).toBe('name');
		expect(answered(received({ type: 'audio', audio: { id: '1' } }), name)).toBe('name');
	});

	it.each(['STOP', ' stop. ', 'Unsubscribe', 'opt out'])('is not answered by %p', (word) => {
		expect(answered(says(word), name)).toBeUndefined();
	});

	it('is not answered by such a word as a reply to it', () => {
		expect(answered(says('STOP', { context: { id: 'wamid.name' } }), name)).toBeUndefined();
		expect(answered(quickReply('STOP', 'Stop', 'wamid.name'), name)).toBeUndefined();
	});

	it('is answered by a sentence that contains such a word', () => {
		expect(answered(says('Please stop by at noon'), name)).toBe('name');
	});

	it.each(['reaction', 'system', 'edit', 'revoke', 'unsupported'])(
		'is not answered by a message of type %s',
		(type) => {
			expect(
				answered(received({ type, [type]: { emoji: '👍', message_id: 'wamid.name' } }), name),
			).toBeUndefined();
		},
	);

	it('is not answered by a tap on another message', () => {
		expect(answered(taps('yes', 'Yes', 'wamid.other'), name)).toBeUndefined();
		expect(answered(quickReply('yes', 'Yes', 'wamid.other'), name)).toBeUndefined();
	});

	it('is not answered by what the customer writes to the agent', () => {
		const toAgent = received({ text: { body: 'Ada' } }, { standby: true });
		expect(answered(toAgent, name)).toBeUndefined();
	});

	it('is answered by a reply to it, even while the agent holds the conversation', () => {
		const reply = received({ text: { body: 'Ada' }, context: { id: 'wamid.name' } }, { standby: true });
		expect(answered(reply, name)).toBe('name');
	});

	it.each([
		['a picture', { type: 'image', image: { id: '1' } }],
		['a voice message', { type: 'audio', audio: { id: '1' } }],
		['a place without a name', { type: 'location', location: { latitude: 52.5, longitude: 13.4 } }],
	])('is answered by %s as a reply to it, whoever holds the conversation', (_, content) => {
		const reply = { ...content, context: { id: 'wamid.name' } };
		expect(answered(received(reply), name)).toBe('name');
		expect(answered(received(reply, { standby: true }), name)).toBe('name');
	});

	it('is not answered by what the customer wrote before, as far as the clocks are known', () => {
		const wrote = (at: number) => received({ text: { body: 'Ada' } }, { at });
		expect(answered(wrote(NOW - 6 * SECOND), name)).toBe('name');
		expect(answered(wrote(NOW - 7 * SECOND), name)).toBeUndefined();
	});

	it('is not answered by the agent', () => {
		const [echo] = parseWebhook(agentEcho({ at: NOW + SECOND }), NOW + SECOND);
		expect(possibleAnswer(echo!)).toBeUndefined();
	});
});

describe('a question with choices', () => {
	it('is answered by a tap on one of its buttons', () => {
		expect(answered(taps(decline, 'Decline'), approval)).toBe('approval');
		expect(chosen(taps(decline, 'Decline'))).toBe(false);
	});

	it('is answered by a quick reply of the template, whatever its label is', () => {
		expect(answered(quickReply(decline, 'No, thanks'), approval)).toBe('approval');
		expect(chosen(quickReply(decline, 'No, thanks'))).toBe(false);
	});

	it('is answered by a tap whose token is lost, by the message and the label', () => {
		expect(answered(quickReply('', 'Approve', 'wamid.reminder'), approval)).toBe('approval');
		expect(chosen(quickReply('', 'Approve', 'wamid.reminder'))).toBe(true);
	});

	it('is answered by the label as a text, in any case', () => {
		expect(answered(says(' approve '), approval)).toBe('approval');
		expect(chosen(says(' approve '))).toBe(true);
	});

	it.each(['yes', 'Approve it', ''])('is not answered by the text %p', (text) => {
		expect(answered(says(text), approval)).toBeUndefined();
	});

	it('is not answered by a tap on another message, such as a reminder with the same label', () => {
		expect(answered(taps('approve-the-other', 'Approve', 'wamid.other'), approval)).toBeUndefined();
		expect(answered(quickReply('Approve', 'Approve', 'wamid.other'), approval)).toBeUndefined();
	});

	it('is not answered by a choice that it does not have', () => {
		const third = writeChoiceToken({ wait: approval.token, index: 2 });
		expect(answered(taps(third, 'Maybe'), approval)).toBeUndefined();
	});

	it.each([
		['the ID of its wait, which can be guessed', approval.id],
		['a token that somebody made up', 'made-up'],
	])('is not answered by a tap that names %s', (_, wait) => {
		const forged = writeChoiceToken({ wait, index: 0 });
		expect(answered(taps(forged, 'Approve', 'wamid.other'), approval)).toBeUndefined();
		expect(answered(quickReply(forged, 'Approve', 'wamid.other'), approval)).toBeUndefined();
	});

	it('is answered by a tap on its message with the token of an earlier try to ask, by the place', () => {
		const earlier = writeChoiceToken({ wait: 'earlier', index: 1 });
		expect(answered(quickReply(earlier, 'No, thanks'), approval)).toBe('approval');
		expect(chosen(quickReply(earlier, 'No, thanks'))).toBe(false);
	});

	it('a tap on a question that has ended answers no other one', () => {
		const ended = writeChoiceToken({ wait: 'ended', index: 0 });
		expect(answered(taps(ended, 'Approve', 'wamid.ended'), approval, name)).toBeUndefined();
	});
});

describe('several questions in one conversation', () => {
	it('the newest that a message fits is answered', () => {
		expect(answered(says('Ada'), older(name), name)).toBe('name');
		expect(answered(says('Ada'), older(name), approval)).toBe('older-name');
		expect(answered(says('Approve'), older(approval), name)).toBe('name');
	});

	it('a tap or a reply answers the one that it names', () => {
		const first = { ...older(approval), messageIds: ['wamid.first'] };
		const token = writeChoiceToken({ wait: first.token, index: 0 });
		expect(answered(taps(token, 'Approve', 'wamid.first'), first, approval)).toBe(first.id);
		expect(answered(says('Approve', { context: { id: 'wamid.first' } }), approval, first)).toBe(first.id);
	});
});
