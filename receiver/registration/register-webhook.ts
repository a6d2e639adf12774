import type { Store, WebhookOwner } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { rememberForeign } from './remember-foreign';
import { endCopies, listenForCopies } from './test-copies';

/** The webhook configuration of a number, as the gateway client has it. */
export type WebhookConfigurator = GatewayClient['webhook'];

export interface Registration {
	store: Store;
	webhook: WebhookConfigurator;
	/** The phone number id. */
	channel: string;
	/** The URL of the trigger. */
	url: string;
	owner: WebhookOwner;
	/** Whether it's for a test run only, which takes nothing from a published trigger. */
	isTest?: boolean;
}

/** The number's webhook belongs to another trigger of ours. */
export class RegistrationConflict extends Error {
	override readonly name = 'RegistrationConflict';
}

const inUse = (owner: WebhookOwner | undefined) =>
	new RegistrationConflict(
		`The webhook of this phone number belongs to "${owner?.name ?? ''}", a published workflow or receiver. A number can deliver to only one URL. To run both, begin this workflow with a Business Messaging Inbox Trigger instead: it gets the same events. To replace the other one, unpublish that workflow or unregister that receiver first.`,
	);

/**
 * Points the number's webhook at `url`. Remembers what was set before, unless it was ours, so that it can be put back.
 * A test run never takes the webhook from a published trigger of ours; it gets copies of what that trigger receives.
 * @throws RegistrationConflict while the webhook belongs to another published trigger of ours
 */
export async function registerWebhook({ store, webhook, channel, url, owner, isTest = false }: Registration) {
	const current = (await webhook.get()).url;
	const known = await store.webhooks.list(channel);
	const live = known.find((each) => each.active && each.url === current);
	if (live && isTest) return listenForCopies(store, channel, url);
	if (live && live.owner?.id !== owner.id) throw inUse(live.owner);

	await rememberForeign({ store, channel }, current, url);
	// Noted before it's set: whatever breaks in between, nobody takes this URL for somebody else's.
	await store.webhooks.noteOurs(channel, { url, owner, active: !isTest }, store.runtime.now());
	await webhook.set(url);
}

/** The URL that this owner set last, if it is the active one of its number. */
async function activeUrlOf({ store, channel, owner }: Registration): Promise<string | undefined> {
	const known = await store.webhooks.list(channel);
	return known.find((each) => each.active && each.owner?.id === owner.id)?.url;
}

/** Whether the number's webhook is at `url` and is known as this owner's. */
export async function isRegistered(registration: Registration): Promise<boolean> {
	const { webhook, url, isTest } = registration;
	if (isTest) return false;
	return (await activeUrlOf(registration)) === url && (await webhook.get()).url === url;
}

/**
 * Whether a published trigger that begins anew has nothing to register: its URL is still the one that it set, or
 * somebody else has set another one since, which stays. If only our own address has changed, the new one is registered.
 */
export async function staysRegistered(registration: Registration): Promise<boolean> {
	const last = await activeUrlOf(registration);
	if (last === undefined || last === registration.url) return last !== undefined;
	return (await registration.webhook.get()).url !== last;
}

/** Puts back the newest URL that isn't ours, if the number's webhook is still at `url`. */
export async function unregisterWebhook(registration: Registration): Promise<void> {
	const { store, webhook, channel, url, isTest } = registration;
	if (isTest) await endCopies(store, channel);
	const known = await store.webhooks.list(channel);
	const foreign = known.find((each) => !each.ours);
	if (foreign && (await webhook.get()).url === url) await webhook.revert(foreign.url);
	await store.webhooks.deactivate(channel, url);
}
