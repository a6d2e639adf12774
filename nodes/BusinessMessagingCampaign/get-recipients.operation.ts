import type { INodeProperties } from 'n8n-workflow';
import type { RecipientState } from '../../engine';
import { RECIPIENT_STATES } from '../../engine';
import type { Campaign, CampaignRecipient, Campaigns } from '../../sending';
import { byName, limit as limitField, returnAll } from '../shared/common-fields';
import type { Operation } from '../shared/operation';
import { readLimit } from '../shared/read/values';
import { recipientJson } from './campaign-json';
import { campaignField } from './fields';
import { onCampaigns } from './on-campaigns';
import { recipientsSentence } from './recipients-sentence';
import { repeatedReads } from './repeated-reads';

/** How many recipients are read from the store at a time. */
const PAGE = 1_000;

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const states: INodeProperties = {
	displayName: 'States',
	name: 'states',
	type: 'multiOptions',
	options: RECIPIENT_STATES.map((value) => ({ name: titled(value), value })).sort(byName),
	default: [],
	description: 'The message states to return. Leave empty for all.',
};

/** Reads page by page, up to `limit`. */
async function read(
	campaigns: Campaigns,
	{ id, channel }: Pick<Campaign, 'id' | 'channel'>,
	state: RecipientState[],
	limit: number,
): Promise<CampaignRecipient[]> {
	const found: CampaignRecipient[] = [];
	let after: string | undefined;
	do {
		const page = { after, limit: Math.min(PAGE, limit - found.length) };
		const query = { channel, ...(state.length > 0 && { state }), ...page };
		const { recipients, next } = await campaigns.recipients(id, query);
		found.push(...recipients);
		after = next;
	} while (after !== undefined && found.length < limit);
	return found;
}

/** Lists the recipients of a campaign, with the state of the message to each. */
export const getRecipients: Operation = {
	value: 'getRecipients',
	name: 'Get Recipients',
	description: 'List the recipients of a campaign, with the state of each message and the reason for it',
	action: 'Get the recipients of a campaign',
	fields: [campaignField, states, returnAll, limitField],
	hint: (recipients, context) =>
		[recipientsSentence(recipients), repeatedReads(recipients, context)].filter(Boolean).join(' '),
	forEachItem: onCampaigns(async ({ context, campaigns, campaign, channel, timeZone, itemIndex, get }) => {
		const limit = readLimit(context, itemIndex);
		const asked = get<RecipientState[]>('states') ?? [];
		const found = await read(campaigns, { id: campaign(), channel }, asked, limit);
		return found.map((each) => recipientJson(each, timeZone));
	}),
};
