import type { INodeProperties } from 'n8n-workflow';
import type { RecipientState } from '../../engine';
import { RECIPIENT_STATES } from '../../engine';
import type { CampaignRecipient, Campaigns } from '../../sending';
import { recipientJson } from './campaign-json';
import { onEachItem } from './on-each-item';
import type { Operation } from './operation';
import { shownFor } from './operation';

/** How many recipients are read from the store at a time. */
const PAGE = 1_000;

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const states: INodeProperties = {
	displayName: 'States',
	name: 'states',
	type: 'multiOptions',
	options: RECIPIENT_STATES.map((value) => ({ name: titled(value), value })).sort((a, b) =>
		a.name.localeCompare(b.name),
	),
	default: [],
	description: 'Where the messages stand. All, where none is chosen.',
};

/** Reads page by page, as far as `limit`. */
async function read(
	campaigns: Campaigns,
	campaign: string,
	state: RecipientState[],
	limit: number,
): Promise<CampaignRecipient[]> {
	const found: CampaignRecipient[] = [];
	let after: string | undefined;
	do {
		const query = { ...(state.length > 0 && { state }), after, limit: Math.min(PAGE, limit - found.length) };
		const { recipients, next } = await campaigns.recipients(campaign, query);
		found.push(...recipients);
		after = next;
	} while (after !== undefined && found.length < limit);
	return found;
}

/** The recipients of a campaign, and where the message to each stands. */
export const getRecipients: Operation = {
	description: shownFor('getRecipients', [states]),
	run: onEachItem(async ({ campaigns, campaign, get }) => {
		const limit = get('returnAll') === true ? Infinity : (get<number>('limit') ?? 0);
		const found = await read(campaigns, campaign(), get<RecipientState[]>('states') ?? [], limit);
		return found.map(recipientJson);
	}),
};
