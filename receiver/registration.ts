import type { Store, WebhookOwner } from '../engine';
import type { GatewayClient } from '../gateway';

/** The webhook configuration of a number, as the gateway client has it. */
export type WebhookConfigurator = GatewayClient['webhook'];

interface OfNumber {
	store: Store;
	webhook: WebhookConfigurator;
	/** The phone number id. */
	channel: string;
}

export interface Registration extends OfNumber {
	/** The URL of the trigger. */
	url: string;
	owner: WebhookOwner;
	/** Whether it's for a test run only, which takes nothing from a published trigger. */
	isTest?: boolean;
}

/** The longest that a test run listens: n8n ends it after two minutes. ms */
const LONGEST_LISTEN = 120_000;

/** Header of a delivery that was copied to a test run. */
export const COPY_HEADER = 'x-business-messaging-copy';

const LISTENER = 'test-listener';

const write = (channel: string, value: string | null, at: number) => ({
	registers: [{ scope: channel, subject: '', name: LISTENER, at, rank: 0, id: '', value }],
});

/** From now on a copy of each delivery of the number goes to the URL of a test run. */
export async function listenForCopies(store: Store, channel: string, url: string): Promise<void> {
	await store.apply(write(channel, url, store.runtime.now()));
}

/** No more copies. */
export async function endCopies(store: Store, channel: string): Promise<void> {
	await store.apply(write(channel, null, store.runtime.now()));
}

/** Where a copy of the number's deliveries goes now, if anywhere. */
export async function copiesGoTo(store: Store, channel: string): Promise<string | undefined> {
	const listener = await store.readRegister(channel, '', LISTENER);
	const listens = typeof listener?.value === 'string' && store.runtime.now() - listener.at < LONGEST_LISTEN;
	return listens ? (listener.value as string) : undefined;
}

/**
 * Remembers the URL that `next` is about to replace, so that it can be put back. Never remembers one that was ours at
 * any time.
 */
async function rememberForeign(
	{ store, channel }: Pick<OfNumber, 'store' | 'channel'>,
	current: string,
	next: string,
): Promise<void> {
	if (current === '' || current === next) return;
	const known = await store.webhooks.list(channel);
	if (known.some(({ ours, url }) => ours && url === current)) return;
	await store.webhooks.noteForeign(channel, current, store.runtime.now());
}

/** The number's webhook belongs to another trigger of ours. */
export class RegistrationConflict extends Error {
	override readonly name = 'RegistrationConflict';

	/** @param owner that trigger, by the name of its workflow */
	constructor(
		message: string,
		readonly owner: string,
	) {
		super(message);
	}
}

/** Who sets a number's webhook in a process of its own, outside n8n. */
export const RECEIVER: WebhookOwner = { id: 'receiver', name: 'business-messaging receive' };

const isReceiver = ({ id }: WebhookOwner) => id === RECEIVER.id;

/** `The workflow "Support"`, as the beginning of a sentence. */
export const ownerInWords = (owner: WebhookOwner): string =>
	`The ${isReceiver(owner) ? 'receiver' : 'workflow'} "${owner.name}"`;

const inUse = (owner: WebhookOwner = { id: '', name: '' }) =>
	new RegistrationConflict(
		`${ownerInWords(owner)} receives the events of this phone number, which has only one webhook. To run both, set If Another Workflow Listens to Share in this trigger. To replace the other one, ${isReceiver(owner) ? 'unregister' : 'unpublish'} it first.`,
		owner.name,
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

/** Whether somebody may get the number's events: it delivers somewhere, and not to a trigger of ours that isn't published. */
export async function isListenedTo({ store, webhook, channel }: OfNumber): Promise<boolean> {
	const { url } = await webhook.get();
	const known = (await store.webhooks.list(channel)).find((each) => each.ours && each.url === url);
	return url !== '' && known?.active !== false;
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

/** Where a number delivers to, and where the published trigger that it belongs to takes its events. */
export type WebhookState =
	| { state: 'right'; url: string; owner: WebhookOwner }
	| { state: 'elsewhere'; url: string; expected: string; owner: WebhookOwner }
	| { state: 'no-trigger'; url: string };

/** Compares where the number delivers to with the published trigger of ours. Changes nothing. */
export async function stateOfWebhook({ store, webhook, channel }: OfNumber): Promise<WebhookState> {
	const { url } = await webhook.get();
	const published = (await store.webhooks.list(channel)).find(({ active }) => active);
	if (!published?.owner) return { state: 'no-trigger', url };
	const { url: expected, owner } = published;
	return url === expected ? { state: 'right', url, owner } : { state: 'elsewhere', url, expected, owner };
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
