import type { Operation } from '../shared/operation';
import { campaignJson } from './campaign-json';
import { campaignField, reasonField } from './fields';
import { onCampaigns } from './on-campaigns';

/** Ends a campaign. Whoever was not sent to is skipped. */
export const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	description: "End a campaign. Recipients who haven't been messaged yet are skipped permanently.",
	action: 'Cancel a campaign',
	fields: [campaignField, reasonField],
	forEachItem: onCampaigns(async ({ campaigns, campaign, channel, get, timeZone }) => [
		campaignJson(await campaigns.cancel(campaign(), get('reason'), { channel }), timeZone),
	]),
};
