import type { Operation } from '../../shared/operation';
import { onWebhook } from './on-webhook';
import { headersOption, setUrl, urlField } from './set-url';

/** Sets where the number delivers to. */
export const set: Operation = {
	value: 'set',
	name: 'Set',
	description: 'Set the URL that the phone number delivers to',
	action: 'Set the webhook',
	fields: [urlField],
	options: [headersOption],
	forEachItem: onWebhook(setUrl),
};
