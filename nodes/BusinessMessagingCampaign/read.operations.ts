import type { INodeProperties } from 'n8n-workflow';
import type { RecipientState } from '../../engine';
import { RECIPIENT_STATES } from '../../engine';
import type { Campaign, CampaignRecipient, Campaigns } from '../../sending';
import { campaignField } from '../shared/campaign-list';
import { byName, limit as limitField, returnAll } from '../shared/common-fields';
import type { Operation } from '../shared/operation';
import { profilesOf } from '../shared/profiles';
import { perItem } from '../shared/operation';
import { readLimit } from '../shared/read/values';
import { campaignJson, isFinished, recipientJson } from './campaign-json';
import { namedCampaign, ofCampaign, ofNumber } from './campaigns';
import { nextStep } from './fields';
import { reportHint, reportJson } from './report';
import { recipientsSentence, repeatedReads } from './sentences';

/** Lists the campaigns of the credential's number, newest first. */
export const getMany: Operation = {
	value: 'getMany',
	name: 'Get Many',
	description: 'List the campaigns, newest first',
	action: 'Get many campaigns',
	numbers: 'all',
	fields: [returnAll, limitField],
	forEachItem: perItem(ofNumber, async ({ context, campaigns, channel, timeZone, itemIndex }) => {
		const found = await campaigns.list({ channel });
		const asked = found.slice(0, readLimit(context, itemIndex));
		return Promise.all(
			asked.map(async (each) => ({
				json: campaignJson(each, timeZone, { isFinished: await isFinished(campaigns, each) }),
			})),
		);
	}),
};

/** Gets the progress of a campaign: counts by state, reasons, rate, and estimated end. */
export const getReport: Operation = {
	value: 'getReport',
	name: 'Get Report',
	description: 'Get the progress of a campaign: a sentence, counts, reasons, rate, and estimated end',
	action: 'Get the report of a campaign',
	named: namedCampaign,
	hint: reportHint,
	fields: [
		nextStep(
			'getReportNext',
			"The sentence above the output counts as sent what the platform accepted and what hasn't failed since, delivered or not. In counts, each message has its latest state. Deliveries and reads are known only while a workflow with a Business Messaging Trigger is published.",
		),
		campaignField,
	],
	forEachItem: perItem(ofCampaign, async ({ campaigns, campaign, channel, timeZone }) => ({
		json: reportJson(await campaigns.report(campaign, { channel }), timeZone),
	})),
};

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
	named: namedCampaign,
	fields: [campaignField, states, returnAll, limitField],
	hint: (recipients, context) =>
		[recipientsSentence(recipients), repeatedReads(recipients, context)].filter(Boolean).join('\n'),
	forEachItem: perItem(
		ofCampaign,
		async ({ context, campaigns, store, campaign, channel, timeZone, itemIndex, get }) => {
			const limit = readLimit(context, itemIndex);
			const asked = get<RecipientState[] | ''>('states', '') || [];
			const found = await read(campaigns, { id: campaign, channel }, asked, limit);
			const names = await profilesOf(
				store,
				channel,
				found.map(({ contact }) => contact),
			);
			return found.map((each) => ({ json: recipientJson(each, timeZone, names) }));
		},
	),
};
