import type { WebhookOwner } from '../../engine';
import type { Registration } from './register-webhook';
import { rememberForeign } from './remember-foreign';

type OfNumber = Pick<Registration, 'store' | 'webhook' | 'channel'>;

/** What became of the webhook of a number. */
export interface Replacement {
	/** Where it is now. */
	url: string;
	/** Where it was before; empty for nowhere. */
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
 * Points the number's webhook at `url`, in the order of the interface's migration: what is set is read and kept first
 * (unless it is ours), then the new URL is set.
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
 * Puts a former URL back: the given one, else the newest that was replaced and is not ours. Where it is set already,
 * nothing is done, so a repeated revert does not go further back.
 * @throws Error where no former URL is known
 */
export async function revertWebhook(
	{ store, webhook, channel }: OfNumber,
	given?: string,
): Promise<Replacement> {
	const former = given ?? (await store.webhooks.list(channel)).find(({ ours }) => !ours)?.url;
	if (former === undefined) {
		throw new Error(
			'No URL is known that was replaced on this phone number. Give the URL to put back, or use Set.',
		);
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
 * Checks that the number delivers to the published trigger of ours, and points it there where it does not.
 * @param urlNow the trigger's URL at the public address of now, from the one that it was registered with
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
	// Noted before it is set: whatever breaks in between, this URL is never taken for somebody else's.
	if (url !== published.url) await store.webhooks.noteOurs(channel, { url, owner, active: true }, Date.now());
	if (current === url) return { state: 'right', url, owner };
	const { replaced } = await replaceWebhook(of, url);
	return { state: 'repaired', url, replaced, owner };
}
