import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { CallKind } from '../../../gateway';
import { OUTSIDE_WINDOW, refusesActiveConversation, refusesForOwner } from '../../../platform';
import type { Intent } from '../../../engine';
import type { OutcomeError } from '../../../sending';

/** An error of the gateway: of a send, unless it says otherwise. */
type Failure = OutcomeError & { call?: CallKind; recipientType?: Intent['recipientType'] };

/** What happened and what to do, after a call that sends a message. */
const AFTER_A_SEND: Readonly<Record<OutcomeError['effect'], string>> = {
	retry: 'The platform is having problems, so the message was not sent. Try again later.',
	'slow-number': 'The number is sending too fast. Send more slowly, then try again.',
	'slow-recipient': 'This customer is getting messages too fast. Wait before you send the next one.',
	redecide:
		"The conversation window doesn't allow this form of message now. Use Send Auto, which asks the rules.",
	'wait-24h':
		"This customer has reached the platform's limit for marketing messages. Wait at least 24 hours.",
	'opted-out': "This customer opted out of marketing. Don't send them marketing messages again.",
	undeliverable: "This message can't be delivered to this customer. Trying again won't help.",
	'fix-request': 'The gateway refused the message because something in it is wrong. Check the fields.',
	resync:
		"The gateway doesn't have this template in this language, or the template isn't approved. Check the name and the language.",
	'template-hold': 'The template is paused. Wait until the platform ends the pause.',
	'template-stop': 'The template is disabled. Use another one.',
	'account-stop': "The account or its API key isn't allowed to do this. Check the account.",
	'unknown-outcome':
		"The gateway didn't respond, so the message may have been sent. It isn't sent again. A later status shows what happened.",
};

/** The code of a take by somebody else than the escalation partner (docs/interface.md, Conversation control). */
const ONLY_ESCALATION_PARTNER = 2494191;

/** The code of a template that is sent with other values than it has variables (docs/interface.md, Errors). */
const OTHER_VARIABLES = 132000;

/** The code of a file that the gateway doesn't take (docs/interface.md, Errors). */
const FILE_REFUSED = 131053;

/** The same by the code of the error, if that tells more. */
const AFTER_CODE: Readonly<Partial<Record<number, string>>> = {
	[OUTSIDE_WINDOW]:
		"This customer hasn't written in the last 24 hours, so only a template can be sent. Use Send Auto with a template.",
	[FILE_REFUSED]:
		"The gateway doesn't accept this file. A document can be a PDF, a text, or a file of Word, Excel, or PowerPoint; an image a JPEG or a PNG; a video an MP4 or a 3GP; audio an MP3, M4A, AAC, AMR, or OGG with Opus; a sticker a WebP. Convert the file, or set Freeform Type to what it is.",
	[OTHER_VARIABLES]:
		"The values don't fit the variables of the template. Choose the template again, so that Variables shows all of them, and fill each in.",
	[ONLY_ESCALATION_PARTNER]:
		'Only the escalation partner can take a conversation. If the business agent holds it, send a message instead: that takes it implicitly.',
};

/** Any participant's message opens the window of the whole group (docs/interface.md, Groups). */
const NOBODY_IN_GROUP_WROTE =
	'Nobody in this group has written in the last 24 hours, so only a template can be sent. Use Send Auto with a template.';

/** The same after a call that reads, or changes something, if that differs. */
const AFTER_ANY_OTHER_CALL: Readonly<Partial<Record<OutcomeError['effect'], string>>> = {
	retry: 'The gateway is having problems. Try again later.',
	'slow-number': 'There were too many requests. Wait a moment, then try again.',
	'fix-request': 'The gateway refused the request. Check the IDs and the fields.',
	'unknown-outcome':
		"The gateway didn't respond, so the change may have been made. Check it before you try again.",
};

const NOT_FOUND = "The gateway doesn't know what the request names. Check the ID.";
const NOT_OWNER =
	'Another responder holds this conversation, so only templates can be sent. Use Send Auto, which waits until the business gets control.';
const IN_ACTIVE_CONVERSATION =
	"This customer wrote within the last 24 hours, so the gateway doesn't accept a template now. Send a text instead, or wait until the conversation window closes. Send Auto with Freeform Text and a template sends whichever is allowed.";
const WRONG_KEY = "The gateway doesn't accept the API key. Check the credential.";

/** What happened and what to do about an error, in a sentence or two. */
export function headlineOf({
	code,
	effect,
	status,
	call = 'send',
	recipientType,
	...words
}: Pick<Failure, 'code' | 'effect' | 'status' | 'call' | 'recipientType'> &
	Partial<Pick<Failure, 'title' | 'details'>>): string {
	if (status === 401 && code === undefined) return WRONG_KEY;
	if (code === OUTSIDE_WINDOW && recipientType === 'group') return NOBODY_IN_GROUP_WROTE;
	const ofCode = code === undefined ? undefined : AFTER_CODE[code];
	if (ofCode) return ofCode;
	if (call === 'send' && effect === 'redecide' && refusesForOwner({ code, ...words })) return NOT_OWNER;
	if (call === 'send' && refusesActiveConversation({ title: '', ...words })) return IN_ACTIVE_CONVERSATION;
	if (call === 'send') return AFTER_A_SEND[effect];
	if (status === 404 && effect === 'fix-request') return NOT_FOUND;
	return AFTER_ANY_OTHER_CALL[effect] ?? AFTER_A_SEND[effect];
}

/** An error of the gateway as data, in its own words. */
export function errorJson({ code, title, details, effect }: OutcomeError) {
	return { code: code ?? null, title, details: details ?? null, effect };
}

/** What the gateway itself said: its details, its title, and its code, which most titles begin with. */
function inItsWords({ code, title, details }: Failure): string {
	const number = code === undefined || title.includes(String(code)) ? '' : ` (code ${code})`;
	const sentences = [details?.trim().replace(/\.$/, ''), `The gateway's error: ${title}${number}`];
	return sentences.filter(Boolean).join('. ');
}

/**
 * An error of the gateway as n8n shows it: a sentence that says what happened and what to do, then its own words.
 * `headline` is the sentence if the caller knows more than the error tells.
 */
export function toApiError(
	node: INode,
	error: Failure,
	itemIndex: number | undefined,
	headline = headlineOf(error),
): NodeApiError {
	return new NodeApiError(node, errorJson(error) as JsonObject, {
		itemIndex,
		message: headline,
		description: inItsWords(error),
		...(error.status !== undefined && { httpCode: String(error.status) }),
	});
}
