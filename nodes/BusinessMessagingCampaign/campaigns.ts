import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { Store } from '../../engine';
import { keptCampaign } from '../../engine';
import type { Campaign, Campaigns } from '../../sending';
import type { Connected } from '../shared/connect';
import { connect } from '../shared/connect';
import { credentialsOfForm } from '../shared/numbers';
import type { ItemCall, Operation } from '../shared/operation';
import { text } from '../shared/read/values';

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
	store: Store;
	/** The phone number ID of the credential. */
	channel: string;
	/** The workflow's time zone, for the times in sentences. */
	timeZone: string;
}

/** What acts on the campaigns of the credential's number. */
export const ofNumber = {
	async open(context: IExecuteFunctions): Promise<OpenedCampaigns> {
		const { sender, store, credential } = await connectCampaigns(context);
		const { channel } = credential;
		return { campaigns: sender.campaigns, store, channel, timeZone: context.getTimezone() };
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

/** A campaign is a number's: the one that has a campaign with the ID that an item names. */
export const namedCampaign: NonNullable<Operation['named']> = {
	what: 'a campaign with this ID',
	async isKnown(context, itemIndex) {
		const { sender, credential } = await connectCampaigns(context);
		const { channel } = credential;
		const id = text(context.getNodeParameter('campaign', itemIndex, '', { extractValue: true }));
		if (id === '') return undefined;
		return (await sender.campaigns.get(id, { channel })) !== undefined;
	},
};

const KEPT = 'Messages that Send Auto kept';

/** The operations that messages which Send Auto kept are listed for, as if they were a campaign. */
const READ_KEPT: ReadonlySet<unknown> = new Set(['sendDue', 'getReport', 'getRecipients']);

/** What the list says of a campaign. n8n shows no more than a name, and keeps it, so it has nothing that changes soon. */
async function entryName({ store }: Pick<Connected, 'store'>, campaign: Campaign): Promise<string> {
	const counts = await store.campaigns.counts(campaign);
	const total = counts.reduce((sum, { count }) => sum + count, 0);
	return `${campaign.id} (${total === 1 ? '1 recipient' : `${total} recipients`})`;
}

/** The campaigns of the numbers that the form is about whose ID contains the filter, newest first. */
export async function searchCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const numbers = await credentialsOfForm(this);
	const wanted = filter.toLowerCase();
	const reads = READ_KEPT.has(this.getCurrentNodeParameter('operation'));
	const results: INodeListSearchItems[] = [];
	for (const credential of numbers) {
		const { channel } = credential;
		const { sender, store } = await connect(this, 'strict', { credential });
		const ofNumber = numbers.length > 1 ? `, ${channel}` : '';
		const found = await sender.campaigns.list({ channel });
		const matching = found.filter(({ id }) => id.toLowerCase().includes(wanted));
		const names = await Promise.all(matching.map((each) => entryName({ store }, each)));
		results.push(...matching.map(({ id }, at) => ({ name: `${names[at]}${ofNumber}`, value: id })));
		if (!reads || wanted !== '') continue;
		const kept = await sender.campaigns.get(keptCampaign(channel), { channel });
		if (kept) results.push({ name: `${KEPT}${ofNumber}`, value: kept.id });
	}
	return { results };
}
