import type { WebhookOwner } from '../../engine';
import type { Registration } from './register-webhook';
import { rememberForeign } from './remember-foreign';

type OfNumber = Pick<Registration, 'store' | 'webhook' | 'channel'>;

/** How the webhook of a number was changed. */
export interface Replacement {
	/** Where it is now. */
	url: string;
	/** Where it was before; empty if it wasn't set. */
	replaced: string;
}

/** What is known of the URL that a number delivers to. */
export interface KnownWebhook {
	url: string;
	/** Whether it belongs, or belonged, to a trigger of ours. */
	ours: boolean;
	/** That trigger. */
	owner?: WebhookOwner;
}

/** Where the number delivers to now, and whose that is. */
export async function lookAtWebhook({ store, webhook, channel }: OfNumber): Promise<KnownWebhook> {
	const { url } = await webhook.get();
	const known = (await store.webhooks.list(channel)).find((each) => each.ours && each.url === url);
	return { url, ours: known !== undefined, ...(known?.owner && { owner: known.owner }) };
}

/**
 * Points the number's webhook at `url`, in the order of the interface's migration: reads what is set and remembers it
 * (unless it's ours), then sets the new URL.
 */
export async function replaceWebhook(
	{ store, webhook, channel }: OfNumber,
	url: string,
	set: (url: string) => Promise<void> = webhook.set,
): Promise<Replacement> {
	const { url: replaced } = await webhook.get();
	await rememberForeign({ store, channel }, replaced, url);
	await set(url);
	return { url, replaced };
}

/**
 * Puts a former URL back: the given one, otherwise the newest that was replaced and isn't ours. Does nothing if it is
 * set already, so a repeated revert doesn't go further back.
 * @throws Error if no former URL is known
 */
export async function revertWebhook(
	{ store, webhook, channel }: OfNumber,
	given?: string,
): Promise<Replacement> {
	const former = given ?? (await store.webhooks.list(channel)).find(({ ours }) => !ours)?.url;
	if (former === undefined) {
		throw new Error('No previous URL of this phone number is known. Specify the URL to restore, or use Set.');
	}
	const { url: replaced } = await webhook.get();
	if (replaced !== former) await webhook.revert(former);
	return { url: former, replaced };
}

/** Whether a number delivers to the published trigger that it belongs to. */
export type WebhookCheck =
	| { state: 'right'; url: string; owner: WebhookOwner }
	| { state: 'repaired'; url: string; replaced: string; owner: WebhookOwner }
	| { state: 'no-trigger'; url: string };

/**
 * Checks that the number delivers to the published trigger of ours, and points it there if it doesn't.
 * @param urlNow returns the trigger's URL at the current public address, from the one that it was registered with
 */
export async function checkWebhook(
	of: OfNumber,
	urlNow: (registered: string, owner: WebhookOwner) => string,
): Promise<WebhookCheck> {
	const { store, webhook, channel } = of;
	const { url: current } = await webhook.get();
	const published = (await store.webhooks.list(channel)).find(({ active }) => active);
	if (!published?.owner) return { state: 'no-trigger', url: current };

	const { owner } = published;
	const url = urlNow(published.url, owner);
	// Noted before it's set: whatever breaks in between, nobody takes this URL for somebody else's.
	if (url !== published.url) {
		await store.webhooks.noteOurs(channel, { url, owner, active: true }, store.runtime.now());
	}
	if (current === url) return { state: 'right', url, owner };
	const { replaced } = await replaceWebhook(of, url);
	return { state: 'repaired', url, replaced, owner };
}
