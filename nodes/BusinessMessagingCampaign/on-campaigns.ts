import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Campaigns } from '../../sending';
import type { RunItem } from '../shared/operation';
import { connectCampaigns } from './connect-campaigns';

/** One item of an operation. */
interface CampaignsCall {
	context: IExecuteFunctions;
	campaigns: Campaigns;
	/** The phone number ID of the credential. */
	channel: string;
	/** The workflow's time zone, for the times in sentences. */
	timeZone: string;
	itemIndex: number;
	/** A field of the form for the item; `undefined` if it is empty. */
	get<Value>(name: string): Value | undefined;
	/** The ID of the campaign that is chosen for the item. @throws Error if none is */
	campaign(): string;
}

/** Acts on the campaigns of the credential's number, for each item. */
export function onCampaigns(run: (call: CampaignsCall) => Promise<IDataObject[]>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const { sender, credential } = await connectCampaigns(context);
		const { campaigns } = sender;
		const timeZone = context.getTimezone();
		return async (itemIndex) => {
			const get = <Value>(name: string) => {
				const value = context.getNodeParameter(name, itemIndex, '', { extractValue: true });
				return value === '' || value === null ? undefined : (value as Value);
			};
			const campaign = () => {
				const id = get<string>('campaign')?.trim();
				if (id) return id;
				throw new Error('Campaign is empty. Choose one from the list, or enter its ID.');
			};
			const { channel } = credential;
			const call = { context, campaigns, channel, timeZone, itemIndex, get, campaign };
			return (await run(call)).map((json) => ({ json }));
		};
	};
}
