import { isObject } from '../../base';
import { TYPES_THAT_OPEN_NO_WINDOW } from '../../platform';
import type { MessageEvent, MessagingEvent } from '../events/messaging-event';
import { replyOf } from '../events/reply-of';
import { conversationOf } from '../state/conversation';
import type { ChoiceToken } from './question';
import { readChoiceToken } from './question';

/** What a customer's message says to whoever waits for an answer. */
export interface PossibleAnswer {
	/** The message's event. */
	event: string;
	channel: string;
	/** Whose conversation it is in, by one of the names. */
	contact: string;
	/** Epoch ms */
	at: number;
	/** The choice that was tapped, if its button is one of ours. */
	token?: ChoiceToken;
	/** The message that it answers. */
	inReplyTo?: string;
	/** What was written, or the label that was tapped. */
	text?: string;
	/** Whether it was pressed or filled in, and not written. */
	isTap: boolean;
	/** Whether the business holds the conversation: the customer writes to it, and not to its agent. */
	isToBusiness: boolean;
	/** Whether it asks to stop messages. */
	isOptOut: boolean;
}

/** What customers write to stop messages. It is never what a workflow asked for. */
const OPT_OUT = new Set([
	'stop',
	'stop all',
	'stopall',
	'unsubscribe',
	'opt out',
	'opt-out',
	'optout',
	'stopp',
	'abmelden',
	'baja',
	'arret',
	'arrêt',
	'parar',
	'sair',
]);

const isOptOut = (text: string) =>
	OPT_OUT.has(
		text
			.trim()
			.toLowerCase()
			.replace(/[.!]+$/, ''),
	);

/** Types that say nothing. The others answer: a text, a picture, a voice message, a place. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
	...TYPES_THAT_OPEN_NO_WINDOW,
	'reaction',
	'unsupported',
	'unknown',
]);

const contextOf = ({ message: { context } }: MessageEvent): string | undefined =>
	isObject(context) && typeof context.id === 'string' ? context.id : undefined;

/** What a customer's message may answer; nothing for every other event. */
export function possibleAnswer(event: MessagingEvent): PossibleAnswer | undefined {
	if (event.kind !== 'message' || event.channel === undefined) return undefined;
	const { type, text: { body } = {} } = event.message;
	if (SAYS_NOTHING.has(type)) return undefined;
	const reply = replyOf(event);
	const token = reply && readChoiceToken(reply.id);
	const inReplyTo = reply?.inReplyTo ?? contextOf(event);
	const text = body ?? reply?.title ?? undefined;
	return {
		event: event.id,
		channel: event.channel,
		contact: conversationOf(event),
		at: event.at,
		...(token && { token }),
		...(inReplyTo !== undefined && { inReplyTo }),
		...(text !== undefined && { text }),
		isTap: reply !== undefined,
		isToBusiness: event.heldBy === 'business',
		isOptOut: isOptOut(text ?? ''),
	};
}
