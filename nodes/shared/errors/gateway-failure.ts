import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { CallKind } from '../../../gateway';
import type { OutcomeError } from '../../../sending';

/** An error of the gateway: of a send, unless it says otherwise. */
type Failure = OutcomeError & { call?: CallKind };

/** What to do about an error of a call that sends a message. */
const AFTER_A_SEND: Readonly<Record<OutcomeError['effect'], string>> = {
	retry: 'The platform is having problems. Try again later.',
	'slow-number': 'The number is sending too fast. Send more slowly, then try again.',
	'slow-recipient': 'This customer is getting messages too fast. Wait before you send the next one.',
	redecide:
		"The conversation window doesn't allow this form of message. Use Send Auto, which asks the rules.",
	'wait-24h':
		"This customer has reached the platform's limit for marketing messages. Wait at least 24 hours.",
	'opted-out': "The customer opted out of marketing. Don't send them marketing messages again.",
	undeliverable: "This message can't be delivered to this customer. Trying again won't help.",
	'fix-request': 'Something in the message is wrong. See the details.',
	resync:
		"The gateway doesn't know this template in this language, or the template isn't approved. Check the name and the language.",
	'template-hold': 'The template is paused. Wait until the platform ends the pause.',
	'template-stop': 'The template is disabled. Use another one.',
	'account-stop': "The account or its API key isn't allowed to do this. Check the account.",
	'unknown-outcome':
		"The gateway didn't respond, so the message may have been sent. It isn't sent again. A later status shows what happened.",
};

/** What to do about an error of a call that reads, or changes something, if that differs. */
const AFTER_ANY_OTHER_CALL: Readonly<Partial<Record<OutcomeError['effect'], string>>> = {
	retry: 'The gateway is having problems. Try again later.',
	'slow-number': 'There were too many requests. Wait a moment, then try again.',
	'fix-request': 'The gateway refused the request. See the details, and check the IDs and the fields.',
	'unknown-outcome':
		"The gateway didn't respond, so the change may have been made. Check it before you try again.",
};

const NOT_FOUND = "The gateway doesn't know what the request names. Check the ID.";

function whatToDo({ effect, status, call = 'send' }: Failure): string {
	if (call === 'send') return AFTER_A_SEND[effect];
	if (status === 404 && effect === 'fix-request') return NOT_FOUND;
	return AFTER_ANY_OTHER_CALL[effect] ?? AFTER_A_SEND[effect];
}

/** An error of the gateway as an item carries it if the node continues after it. */
export function errorJson({ code, title, details, effect }: OutcomeError) {
	return { code: code ?? null, title, details: details ?? null, effect };
}

/** An error of the gateway as n8n shows it: what happened, and what to do about it. */
export function toApiError(node: INode, error: Failure, itemIndex: number): NodeApiError {
	const number = error.code === undefined ? '' : ` (code ${error.code})`;
	return new NodeApiError(node, errorJson(error) as JsonObject, {
		itemIndex,
		message: `${error.title}${number}`,
		description: [error.details, whatToDo(error)].filter(Boolean).join('. '),
		...(error.status !== undefined && { httpCode: String(error.status) }),
	});
}
