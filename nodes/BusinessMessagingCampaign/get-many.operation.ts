import { limit, returnAll } from '../shared/common-fields';
import type { Operation } from '../shared/operation';
import { readLimit } from '../shared/read/values';
import { campaignJson } from './campaign-json';
import { isFinished } from './is-finished';
import { onCampaigns } from './on-campaigns';

/** Lists the campaigns of the credential's number, newest first. */
export const getMany: Operation = {
	value: 'getMany',
	name: 'Get Many',
	description: 'List the campaigns, newest first',
	action: 'Get many campaigns',
	fields: [returnAll, limit],
	forEachItem: onCampaigns(async ({ context, campaigns, channel, timeZone, itemIndex }) => {
		const found = await campaigns.list({ channel });
		const asked = found.slice(0, readLimit(context, itemIndex));
		return Promise.all(
			asked.map(async (each) =>
				campaignJson(each, timeZone, { isFinished: await isFinished(campaigns, each) }),
			),
		);
	}),
};
