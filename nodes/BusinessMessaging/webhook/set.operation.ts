import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { lookAtWebhook, replaceWebhook } from '../../../receiver';
import type { Operation } from '../operation';
import type { WebhookCall } from './on-webhook';
import { onWebhook } from './on-webhook';

/** Where to deliver to. */
export const url: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'https://example.com/webhook',
	description:
		'Where the gateway delivers to. What is set now is remembered, so that Revert can put it back.',
};

/** What the gateway sends along with every delivery. */
export const headers: INodeProperties = {
	displayName: 'Headers',
	name: 'headers',
	type: 'json',
	default: '{}',
	description: 'Headers that the gateway sends with every delivery, for example an Authorization',
};

function readHeaders(value: unknown): Record<string, string> | undefined {
	const parsed: unknown = typeof value === 'string' && value.trim() !== '' ? JSON.parse(value) : value;
	if (parsed === undefined || parsed === '') return undefined;
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new Error('Headers is not a JSON object of names and values.');
	}
	const given = Object.entries(parsed).map(([name, text]) => [name, String(text)] as const);
	return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Reads and keeps what is set, then sets the URL of the item. */
export async function setUrl({ context, of, itemIndex }: WebhookCall): Promise<IDataObject> {
	const given = String(context.getNodeParameter('url', itemIndex) ?? '').trim();
	if (!URL.canParse(given))
		throw new Error(`"${given}" is not a URL. It looks like https://example.com/webhook`);
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const sentAlong = readHeaders(options.headers);
	const { owner } = await lookAtWebhook(of);
	const { replaced } = await replaceWebhook(of, given, (next) => of.webhook.set(next, sentAlong));
	return { url: given, replaced: replaced || null, replacedWorkflow: owner?.name ?? null };
}

/** Sets where the number delivers to. */
export const set: Operation = { description: [], options: [headers], prepare: onWebhook(setUrl) };
