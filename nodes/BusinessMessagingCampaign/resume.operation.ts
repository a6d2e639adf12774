import type { Operation } from '../shared/operation';
import { campaignJson } from './campaign-json';
import { campaignField } from './fields';
import { onCampaigns } from './on-campaigns';

/** Continues a paused campaign. */
export const resume: Operation = {
	value: 'resume',
	name: 'Resume',
	description: 'Continue a paused campaign',
	action: 'Resume a campaign',
	fields: [campaignField],
	forEachItem: onCampaigns(async ({ campaigns, campaign, channel, timeZone }) => [
		campaignJson(await campaigns.resume(campaign(), { channel }), timeZone),
	]),
};
