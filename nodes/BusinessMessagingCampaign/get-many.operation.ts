import { campaignJson } from './campaign-json';
import { onEachItem } from './on-each-item';
import type { Operation } from './operation';

/** Lists the campaigns of the credential's number, the newest first. */
export const getMany: Operation = {
	description: [],
	run: onEachItem(async ({ campaigns, channel, get }) => {
		const found = await campaigns.list({ channel });
		return (get('returnAll') === true ? found : found.slice(0, get<number>('limit'))).map(campaignJson);
	}),
};
