import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { OutcomeError } from '../../../sending';

const WHAT_TO_DO: Readonly<Record<OutcomeError['effect'], string>> = {
	retry: 'The platform has trouble. Try again later.',
	'slow-number': 'The number sends too fast. Send more slowly, then try again.',
	'slow-recipient': 'This customer gets messages too fast. Wait before the next one.',
	redecide: 'The gateway sees the conversation window otherwise. Use Send Auto, which asks the rules.',
	'wait-24h': "The platform's limit of marketing for this customer is reached. Not before 24 hours from now.",
	'opted-out': 'The customer opted out of marketing. Do not send marketing to them again.',
	undeliverable: 'This message cannot be delivered to this customer. Trying again will not help.',
	'fix-request': 'Something in the message is wrong. See the details.',
	resync:
		'The gateway does not know this template in this language, or it is not approved. Check name and language.',
	'template-hold': 'The template is paused. Wait until the platform ends the pause.',
	'template-stop': 'The template is disabled. Use another one.',
	'account-stop': 'The account or its API key is not allowed to do this. A person has to look at it.',
	'unknown-outcome': 'No answer came, so the message may be out. It is not sent again; a later status tells.',
};

/** An error of the gateway as an item carries it when a node goes on after it. */
export function errorJson({ code, title, details, effect }: OutcomeError) {
	return { code: code ?? null, title, details: details ?? null, effect };
}

/** An error of the gateway as n8n shows it: what it is, and what to do. */
export function apiErrorOf(node: INode, error: OutcomeError, itemIndex: number): NodeApiError {
	const number = error.code === undefined ? '' : ` (code ${error.code})`;
	return new NodeApiError(node, errorJson(error) as JsonObject, {
		itemIndex,
		message: `${error.title}${number}`,
		description: [error.details, WHAT_TO_DO[error.effect]].filter(Boolean).join('. '),
		...(error.status !== undefined && { httpCode: String(error.status) }),
	});
}
