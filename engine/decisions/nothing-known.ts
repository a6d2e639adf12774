import { DAY } from '../../base';
import type { Store } from '../store/store';

const iso = (time: number) => new Date(time).toISOString();

/** Why a store may know nothing about a customer of a number, in sentences. Their times are ISO 8601. */
export async function reasonsForNothing(store: Store, channel: string): Promise<string[]> {
	const [[newest], urls, { times }, { id, name }] = await Promise.all([
		store.inbox.newest({ channels: [channel], limit: 1 }),
		store.webhooks.list(channel),
		store.retention.read(),
		store.identity(),
	]);
	const active = urls.find((url) => url.active);
	const foreign = urls.find(({ ours }) => !ours);
	return [
		newest
			? `The last delivery for this number tells of something at ${iso(newest.event.at)}.`
			: 'No delivery for this number is in the store: the webhook may point elsewhere, or its signatures are refused.',
		active
			? `The webhook points to ${active.url}${active.owner ? `, of the workflow ${active.owner.name}` : ''}, as far as the store knows.`
			: foreign
				? `The webhook isn't set by a published trigger of this store. It pointed to ${foreign.url} when it was last seen.`
				: "No trigger of this store has set the number's webhook.",
		times.decisions === 0
			? 'Decisions are not kept: Set Retention turned them off.'
			: `Decisions are kept for ${times.decisions / DAY} days, events for ${times.events / DAY}.`,
		`This is the store ${id} (${name}). Workflows and receivers with another store keep what they know there.`,
	];
}
