import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { lookAtWebhook, replaceWebhook } from '../../../receiver';
import { readJson } from '../../shared/read/values';
import type { WebhookCall } from './on-webhook';

/** Where to deliver to. */
export const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'https://example.com/webhook',
	description: 'Where the gateway delivers to. The current URL is remembered, so that Revert can restore it.',
};

/** What the gateway sends along with every delivery. */
export const headersOption: INodeProperties = {
	displayName: 'Headers',
	name: 'headers',
	type: 'json',
	default: '{}',
	description: 'Headers that the gateway sends with every delivery, for example Authorization',
};

function readHeaders(given: unknown): Record<string, string> | undefined {
	const value = typeof given === 'string' && given.trim() === '' ? undefined : readJson(given, 'Headers');
	if (value === undefined) return undefined;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new Error('Headers must be a JSON object of names and values.');
	}
	const headers = Object.entries(value).map(([name, text]) => [name, String(text)] as const);
	return headers.length > 0 ? Object.fromEntries(headers) : undefined;
}

/** Remembers the current URL, then sets the URL of the item. */
export async function setUrl({ context, of, itemIndex }: WebhookCall): Promise<IDataObject> {
	const given = String(context.getNodeParameter('url', itemIndex) ?? '').trim();
	if (!URL.canParse(given)) {
		throw new Error(`"${given}" isn't a URL. A URL looks like https://example.com/webhook`);
	}
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const sentAlong = readHeaders(options.headers);
	const { owner } = await lookAtWebhook(of);
	const { replaced } = await replaceWebhook(of, given, (next) => of.webhook.set(next, sentAlong));
	return { url: given, replaced: replaced || null, replacedWorkflow: owner?.name ?? null };
}
