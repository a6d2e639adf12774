import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { lookAtWebhook, replaceWebhook } from '../../../receiver';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readJson, text } from '../../shared/read/values';
import type { WebhookCall } from './webhook';
import { ofWebhook, readUrl } from './webhook';

/** Where to deliver to. */
const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'https://example.com/webhook',
	description: 'Where the gateway delivers to. The current URL is remembered, so that Revert can restore it.',
};

/** What the gateway sends along with every delivery. */
const headersOption: INodeProperties = {
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
	const headers = Object.entries(value).map(([name, header]) => [name, String(header)] as const);
	return headers.length > 0 ? Object.fromEntries(headers) : undefined;
}

/** Remembers the current URL, then sets the URL of the item. */
async function setUrl({ get, of }: WebhookCall): Promise<IDataObject> {
	const given = readUrl(text(get('url')));
	const sentAlong = readHeaders(get<IDataObject>('options', {}).headers);
	const { owner } = await lookAtWebhook(of);
	const { replaced } = await replaceWebhook(of, given, (next) => of.webhook.set(next, sentAlong));
	return { url: given, replaced: replaced || null, replacedWorkflow: owner?.name ?? null };
}

/** Sets where the number delivers to. */
export const set: Operation = {
	value: 'set',
	name: 'Set',
	description: 'Set the URL that the phone number delivers to',
	action: 'Set the webhook',
	fields: [urlField],
	options: [headersOption],
	forEachItem: perItem(ofWebhook, async (call) => ({ json: await setUrl(call) })),
};

/** A URL in one spelling: the host in lowercase, and no slash at the end of the path. */
function normalized(url: string): string {
	if (!URL.canParse(url)) return url;
	const parsed = new URL(url);
	parsed.pathname = parsed.pathname.replace(/\/+$/, '');
	return parsed.href;
}

/** Whether two URLs are the same, even if a gateway spells one its own way. */
export const isSameUrl = (one: string, other: string): boolean => normalized(one) === normalized(other);

/**
 * Migrates to a new URL in the interface's order: reads and keeps the current one, sets the new one, then asks the
 * gateway whether it is there. The system that calls the API is switched at about the same time.
 */
export const migrate: Operation = {
	value: 'migrate',
	name: 'Migrate',
	description: 'Keep the current URL, set the new one, and verify it',
	action: 'Migrate the webhook',
	fields: [urlField],
	options: [headersOption],
	forEachItem: perItem(ofWebhook, async (call) => {
		const result = await setUrl(call);
		const { url } = await call.of.webhook.get();
		if (!isSameUrl(url, String(result.url))) {
			throw new Error(
				`The gateway accepted the URL ${String(result.url)}, but delivers to ${url || 'nowhere'}. Revert restores ${String(result.replaced ?? 'nothing')}.`,
			);
		}
		const next = 'Switch the system that calls the old API to the new one now.';
		return { json: { ...result, verified: true, next } };
	}),
};
