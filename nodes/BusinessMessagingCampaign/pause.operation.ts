import type { Operation } from '../shared/operation';
import { campaignJson } from './campaign-json';
import { campaignField, reasonField } from './fields';
import { onCampaigns } from './on-campaigns';

/** Stops sending a campaign until it is resumed. */
export const pause: Operation = {
	value: 'pause',
	name: 'Pause',
	description: 'Stop sending a campaign until it is resumed',
	action: 'Pause a campaign',
	fields: [campaignField, reasonField],
	forEachItem: onCampaigns(async ({ campaigns, campaign, channel, get, timeZone }) => [
		campaignJson(await campaigns.pause(campaign(), get('reason'), { channel }), timeZone),
	]),
};
