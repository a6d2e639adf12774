import type { ErrorEffect } from './error-effects';
import {
	namesUnknownFile,
	OUTSIDE_WINDOW,
	refusesActiveConversation,
	refusesForOwner,
} from './error-effects';
import type { ErrorBody } from './wire/error-bodies';

/**
 * What a call does: it reads, it changes something, or it sends a message. A call that reads can be repeated; one that
 * sends must not be unless it was refused for certain.
 */
export type CallKind = 'read' | 'write' | 'send';

/** An error of the gateway or the platform: of a send, unless it says otherwise. */
interface ExplainedError extends Partial<Pick<ErrorBody, 'title' | 'details' | 'code'>> {
	effect: ErrorEffect;
	/** HTTP status; absent of a status of a message, or if no answer came. */
	status?: number | undefined;
	call?: CallKind | undefined;
	recipientType?: string | undefined;
}

/** What happened, and what to do about it. */
export interface Explanation {
	what: string;
	todo?: string;
}

/** Both in one text. */
export const inOneText = ({ what, todo }: Explanation): string => [what, todo].filter(Boolean).join(' ');

/** After a call that sends a message. */
const AFTER_A_SEND: Readonly<Record<ErrorEffect, Explanation>> = {
	retry: {
		what: 'The platform is having problems, so the message was not sent.',
		todo: 'Try again later.',
	},
	'slow-number': { what: 'The number is sending too fast.', todo: 'Send more slowly, then try again.' },
	'slow-recipient': {
		what: 'This customer is getting messages too fast.',
		todo: 'Wait before you send the next one.',
	},
	redecide: {
		what: "The conversation window doesn't allow this form of message now.",
		todo: 'Use Send Auto, which asks the rules.',
	},
	'wait-24h': {
		what: "This customer has reached the platform's limit for marketing messages.",
		todo: 'Wait at least 24 hours.',
	},
	'opted-out': {
		what: 'This customer opted out of marketing.',
		todo: "Don't send them marketing messages again.",
	},
	undeliverable: {
		what: "This message can't be delivered to this customer.",
		todo: "Trying again won't help.",
	},
	'fix-request': {
		what: 'The gateway refused the message because something in it is wrong.',
		todo: 'Check the fields.',
	},
	resync: {
		what: "The gateway doesn't have this template in this language, or the template isn't approved.",
		todo: 'Check the name and the language.',
	},
	'template-hold': { what: 'The template is paused.', todo: 'Wait until the platform ends the pause.' },
	'template-stop': { what: 'The template is disabled.', todo: 'Use another one.' },
	'account-stop': {
		what: "The account or its API key isn't allowed to do this.",
		todo: 'Check the account.',
	},
	'unknown-outcome': {
		what: "The gateway didn't respond, so the message may have been sent.",
		todo: "It isn't sent again. A later status shows what happened.",
	},
};

/** The same by the code of the error, if that tells more (docs/interface.md, Errors). */
const AFTER_CODE: Readonly<Partial<Record<number, Explanation>>> = {
	[OUTSIDE_WINDOW]: {
		what: "This customer hasn't written in the last 24 hours, so only a template can be sent.",
		todo: 'Use Send Auto with a template.',
	},
	190: {
		what: 'The API key is no longer valid.',
		todo: 'Create a new one with your provider, and enter it in the credential.',
	},
	130403: {
		what: 'The business has blocked this customer.',
		todo: 'Unblock the customer with your provider if they should get messages.',
	},
	130472: {
		what: "The platform doesn't deliver this message, as the customer's number is part of an experiment.",
		todo: "Trying again won't help.",
	},
	131021: {
		what: 'The message is to the number that sends it.',
		todo: 'Send it to the number of a customer.',
	},
	131026: {
		what: "This message can't be delivered to this customer: the number may not be on the platform, or its app may be too old.",
		todo: "Check the number. Trying again won't help.",
	},
	131031: { what: 'The platform has locked the account.', todo: 'Ask your provider why.' },
	131042: {
		what: "The account can't send messages because of a problem with its payment.",
		todo: 'Check the payment method at your provider.',
	},
	131053: {
		what: "The gateway can't take this file, or can't download it from its link.",
		todo: 'Check that the link opens without a login. A document can be a PDF, a text, or a file of Word, Excel, or PowerPoint; an image a JPEG or a PNG; a video an MP4 or a 3GP; audio an MP3, M4A, AAC, AMR, or OGG with Opus; a sticker a WebP. Convert the file, or set Freeform Type to what it is.',
	},
	132000: {
		what: "The values don't fit the variables of the template.",
		todo: 'Choose the template again, so that Variables shows all of them, and fill each in.',
	},
	132005: { what: "With its values, the template's text is too long.", todo: 'Shorten the values.' },
	132012: {
		what: "A value doesn't have the format that the template needs in its place.",
		todo: 'Check what the template has there: a text, an amount, a date, or a file.',
	},
	133010: {
		what: "The number isn't registered with the platform.",
		todo: 'Ask your provider to register it.',
	},
	// A take by somebody else than the escalation partner (docs/interface.md, Conversation control).
	2494191: {
		what: 'Only the escalation partner can take a conversation.',
		todo: 'If the business agent holds it, send a message instead: that takes it implicitly.',
	},
};

/** Any participant's message opens the window of the whole group (docs/interface.md, Groups). */
const NOBODY_IN_GROUP_WROTE: Explanation = {
	what: 'Nobody in this group has written in the last 24 hours, so only a template can be sent.',
	todo: 'Use Send Auto with a template.',
};

/** The same after a call that reads, or changes something, if that differs. */
const AFTER_ANY_OTHER_CALL: Readonly<Partial<Record<ErrorEffect, Explanation>>> = {
	retry: { what: 'The gateway is having problems.', todo: 'Try again later.' },
	'slow-number': { what: 'There were too many requests.', todo: 'Wait a moment, then try again.' },
	'fix-request': { what: 'The gateway refused the request.', todo: 'Check the IDs and the fields.' },
	'unknown-outcome': {
		what: "The gateway didn't respond, so the change may have been made.",
		todo: 'Check it before you try again.',
	},
};

const NOT_FOUND: Explanation = {
	what: "The gateway doesn't know what the request names.",
	todo: 'Check the ID.',
};
/** How long IDs are valid: docs/interface.md, Media. */
const NO_SUCH_FILE: Explanation = {
	what: 'The gateway has no file with this media ID.',
	todo: 'Check the ID. It is valid for 30 days after you upload a file, and for 7 days if a customer sent it.',
};
const NOT_OWNER: Explanation = {
	what: 'Another responder holds this conversation, so only templates can be sent.',
	todo: 'Use Send Auto, which waits until the business gets control.',
};
const IN_ACTIVE_CONVERSATION: Explanation = {
	what: "This customer wrote within the last 24 hours, so the gateway doesn't accept a template now.",
	todo: 'Send a text instead, or wait until the conversation window closes. Send Auto with Freeform Text and a template sends whichever is allowed.',
};
/** In one, as lists of the form show no more than the message. */
const WRONG_KEY: Explanation = {
	what: "The gateway doesn't accept the API key. Check the credential.",
};

/** What happened and what to do about an error. */
export function explanationOf({
	code,
	effect,
	status,
	call = 'send',
	recipientType,
	...words
}: ExplainedError): Explanation {
	if (status === 401 && code === undefined) return WRONG_KEY;
	if (code === OUTSIDE_WINDOW && recipientType === 'group') return NOBODY_IN_GROUP_WROTE;
	const ofCode = code === undefined ? undefined : AFTER_CODE[code];
	if (ofCode) return ofCode;
	if (call === 'send' && effect === 'redecide' && refusesForOwner({ code, ...words })) return NOT_OWNER;
	if (call === 'send' && refusesActiveConversation({ title: '', ...words })) return IN_ACTIVE_CONVERSATION;
	if (effect === 'fix-request' && namesUnknownFile({ title: '', ...words })) return NO_SUCH_FILE;
	if (call === 'send') return AFTER_A_SEND[effect];
	if (status === 404 && effect === 'fix-request') return NOT_FOUND;
	return AFTER_ANY_OTHER_CALL[effect] ?? AFTER_A_SEND[effect];
}

/** The explanations that say all that the details of the gateway do. */
const SAY_ALL: ReadonlySet<string> = new Set(
	[AFTER_CODE[OUTSIDE_WINDOW]!, NOBODY_IN_GROUP_WROTE, IN_ACTIVE_CONVERSATION].map(({ what }) => what),
);

/** Whether an explanation, by what it says happened, says all that the details of the gateway do. */
export const saysAllItsDetails = (what: string): boolean => SAY_ALL.has(what);

/** What the words of the gateway begin with, after an explanation. */
export const GATEWAYS_ERROR = "The gateway's error: ";
