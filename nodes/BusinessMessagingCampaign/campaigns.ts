import type { IExecuteFunctions } from 'n8n-workflow';
import type { Store } from '../../engine';
import type { Campaigns } from '../../sending';
import { campaignField } from '../shared/campaign-list';
import type { Connected } from '../shared/connect';
import { connect } from '../shared/connect';
import type { ItemCall, Operation } from '../shared/operation';
import { readName } from '../shared/read/values';

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
		const campaign = readName(get('campaign', '', { extractValue: true }), campaignField.displayName);
		if (campaign !== '') return { campaign };
		throw new Error('Campaign is empty. Choose one from the list, or enter its ID.');
	},
};

/** A campaign is a number's: the one that has a campaign with the ID that an item names. */
export const namedCampaign: NonNullable<Operation['named']> = {
	what: 'a campaign with this ID',
	async isKnown(context, itemIndex) {
		const { sender, credential } = await connectCampaigns(context);
		const { channel } = credential;
		const given: unknown = context.getNodeParameter('campaign', itemIndex, '', { extractValue: true });
		const id = readName(given, campaignField.displayName);
		if (id === '') return undefined;
		return (await sender.campaigns.get(id, { channel })) !== undefined;
	},
};
