import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { keptCampaign } from '../../engine';
import { connectCampaigns } from './connect-campaigns';

const KEPT = 'Messages that Send Auto kept';

/** The operations that messages which Send Auto kept are listed for, as if they were a campaign. */
const READ_KEPT: ReadonlySet<unknown> = new Set(['sendDue', 'getReport', 'getRecipients']);

/** The campaigns of the credential's number whose ID contains the filter, newest first. */
export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { sender, credential } = await connectCampaigns(this);
	const { channel } = credential;
	const wanted = filter.toLowerCase();
	const found = await sender.campaigns.list({ channel });
	const chosen = found
		.filter(({ id }) => id.toLowerCase().includes(wanted))
		.map(({ id, state }) => ({ name: state === 'running' ? id : `${id} (${state})`, value: id }));
	const reads = READ_KEPT.has(this.getCurrentNodeParameter('operation'));
	const kept =
		reads && wanted === '' ? await sender.campaigns.get(keptCampaign(channel), { channel }) : undefined;
	return { results: [...chosen, ...(kept ? [{ name: KEPT, value: kept.id }] : [])] };
}
