import { DAY, timeInSentence } from '../../base';
import type { InboxEntry } from '../store/inbox';
import type { RefusedDeliveries, Store, WebhookUrl } from '../store/store';

/** So many other numbers are named. */
const NAMED = 3;

/** The numbers that a store has deliveries of, or that it keeps anything of about a customer. */
export async function numbersOf(store: Store): Promise<string[]> {
	const [known, received] = await Promise.all([store.customers.channels(), store.readScopes('account')]);
	return [...new Set([...known, ...received.map(({ scope }) => scope)])].sort();
}

const delivered = (newest: InboxEntry | undefined) =>
	newest
		? `The last delivery for this number told of something at ${timeInSentence(newest.event.at)}. None has come since.`
		: 'No delivery for this number is in the store.';

/** What was refused long ago says nothing about now. */
function refused(refusals: RefusedDeliveries | undefined, since: number): string[] {
	if (!refusals || refusals.at < since) return [];
	const { count, at } = refusals;
	const [were, the] =
		count === 1
			? ['1 delivery was refused because its signature was', 'at']
			: [`${count} deliveries were refused because their signatures were`, 'the last one at'];
	return [
		`${were} missing or fit no signing secret, ${the} ${timeInSentence(at)}. If they were the gateway's, copy the Signing Secret again, and check the name of the signature header.`,
	];
}

/** What to do if a number's webhook isn't a published trigger's. */
export const PUBLISH_A_TRIGGER = 'Publish a workflow with a Business Messaging Trigger.';

function pointing(urls: readonly WebhookUrl[]): string {
	const active = urls.find((url) => url.active);
	if (active) {
		const owner = active.owner ? `, of the workflow ${active.owner.name}` : '';
		return `The webhook points to ${active.url}${owner}, as far as the store knows.`;
	}
	const foreign = urls.find(({ ours }) => !ours);
	const found = foreign
		? `The webhook isn't set by a published trigger of this store. It pointed to ${foreign.url} when it was last seen.`
		: "No trigger of this store has set the number's webhook.";
	return `${found} ${PUBLISH_A_TRIGGER}`;
}

function otherStore(isKnown: boolean, others: readonly string[], namesOthers: boolean): string[] {
	if (isKnown) return [];
	const more = others.length > NAMED ? ', …' : '';
	const named = namesOthers ? `${others.slice(0, NAMED).join(', ')}${more}` : 'other numbers';
	const but = others.length > 0 ? `, but it does of ${named}` : '';
	return [
		`It has no delivery and no decision of this number${but}: it may be another store than the one that the workflows use.`,
	];
}

/**
 * Why a store may know nothing about a customer of a number, in sentences. Their times are ISO 8601.
 * @param namesOthers whether the reader may know the other numbers of the store: with a credential, nobody may
 */
export async function reasonsForNothing(
	store: Store,
	channel: string,
	{ namesOthers = false } = {},
): Promise<string[]> {
	const [[newest], urls, refusals, { times: ofStore }, { retention: own }, { id, name }, numbers] =
		await Promise.all([
			store.inbox.newest({ channels: [channel], limit: 1 }),
			store.webhooks.list(channel),
			store.webhooks.refused(),
			store.retention.read(),
			store.settings.of(channel),
			store.identity(),
			numbersOf(store),
		]);
	const times = { ...ofStore, ...own };
	return [
		delivered(newest),
		...refused(refusals, store.runtime.now() - times.events),
		pointing(urls),
		times.decisions === 0
			? `Decisions are not kept: ${own?.decisions === 0 ? 'Number: Set Settings' : 'Set Retention'} turned them off.`
			: `Decisions are kept for ${times.decisions / DAY} days, events for ${times.events / DAY}.`,
		`This is the store ${id} (${name}). Workflows and receivers with another store keep what they know there.`,
		...otherStore(newest !== undefined || numbers.includes(channel), numbers, namesOthers),
	];
}
