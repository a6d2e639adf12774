import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { connectCampaigns } from './connect-campaigns';

/** The campaigns of the credential's number whose ID contains the filter, newest first. */
export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { sender, credential } = await connectCampaigns(this);
	const wanted = filter.toLowerCase();
	const found = await sender.campaigns.list({ channel: credential.channel });
	return {
		results: found
			.filter(({ id }) => id.toLowerCase().includes(wanted))
			.map(({ id, state }) => ({ name: `${id} (${state})`, value: id })),
	};
}
