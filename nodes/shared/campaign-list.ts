import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';
import type { RecipientState } from '../../engine';
import { keptCampaign } from '../../engine';
import type { Campaign } from '../../sending';
import { hasNobodyLeft } from '../../sending';
import type { Connected } from './connect';
import { connect } from './connect';
import { credentialsOfForm } from './numbers';

/** A planned campaign, from the list or by its ID. */
export const campaignField: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchCampaigns', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'spring-sale' },
	],
};

/** A campaign, for operations on messages of the past. Workflows store it under the name of the first of them. */
export const onlyCampaign: INodeProperties = {
	...campaignField,
	name: 'spendingCampaign',
	required: false,
	description: 'Only the messages of a campaign. Leave empty for every message of the number.',
};

const KEPT = 'Messages that Send Auto kept';

/** The operations that messages which Send Auto kept are listed for, as if they were a campaign. */
const READ_KEPT: ReadonlySet<unknown> = new Set(['sendDue', 'getReport', 'getRecipients']);

/**
 * The state as the list has it; empty for a campaign that is running. n8n keeps the label of what is chosen and never asks
 * for it again, so a pause says that it's an old one.
 */
function stateInList(
	{ state }: Campaign,
	counts: ReadonlyArray<{ state: RecipientState; count: number }>,
): string {
	if (state === 'paused') return ', paused when listed';
	if (state !== 'running') return `, ${state}`;
	return hasNobodyLeft(counts) ? ', finished' : '';
}

/** What the list says of a campaign: n8n shows no more than a name. */
async function entryName({ store }: Pick<Connected, 'store'>, campaign: Campaign): Promise<string> {
	const counts = await store.campaigns.counts(campaign);
	const total = counts.reduce((sum, { count }) => sum + count, 0);
	const recipients = total === 1 ? '1 recipient' : `${total} recipients`;
	return `${campaign.id} (${recipients}${stateInList(campaign, counts)})`;
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
