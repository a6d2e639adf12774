import type { IExecuteFunctions, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { keptCampaign } from '../../engine';
import type { Campaigns } from '../../sending';
import type { Connected } from '../shared/connect';
import { connect } from '../shared/connect';
import type { ItemCall } from '../shared/operation';

/**
 * Store, engine, gateway, and sender for the campaigns of a node's credential.
 * @param perSecond how fast the number can send
 */
export const connectCampaigns = (
	context: Parameters<typeof connect>[0],
	perSecond?: number,
): Promise<Connected> => connect(context, 'strict', { keepsConnections: true, pace: { perSecond } });

/** What is open for each item. */
export interface OpenedCampaigns {
	campaigns: Campaigns;
	/** The phone number ID of the credential. */
	channel: string;
	/** The workflow's time zone, for the times in sentences. */
	timeZone: string;
}

/** What acts on the campaigns of the credential's number. */
export const ofNumber = {
	async open(context: IExecuteFunctions): Promise<OpenedCampaigns> {
		const { sender, credential } = await connectCampaigns(context);
		return { campaigns: sender.campaigns, channel: credential.channel, timeZone: context.getTimezone() };
	},
};

/** What acts on the campaign that is chosen for each item, by its ID. */
export const ofCampaign = {
	...ofNumber,
	fields({ get }: ItemCall): { campaign: string } {
		const campaign = get<string | null>('campaign', '', { extractValue: true })?.trim();
		if (campaign) return { campaign };
		throw new Error('Campaign is empty. Choose one from the list, or enter its ID.');
	},
};

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
