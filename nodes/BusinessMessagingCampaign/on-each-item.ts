import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Campaigns } from '../../sending';
import { errorItem, shownError } from '../shared/errors/item-errors';
import { connectCampaigns } from './connect-campaigns';
import type { Operation } from './operation';

/** One item of an operation. */
export interface ItemCall {
	campaigns: Campaigns;
	/** The phone number id of the credential. */
	channel: string;
	/** A field of the form for the item; `undefined` where it is empty. */
	get<Value>(name: string): Value | undefined;
	/** The id of the campaign that is chosen for the item. @throws Error where none is */
	campaign(): string;
}

/** Acts for each item: the items that come out are paired with it. */
export function onEachItem(run: (call: ItemCall) => Promise<IDataObject[]>): Operation['run'] {
	return async (context) => {
		const { sender, credential } = await connectCampaigns(context);
		const output: INodeExecutionData[] = [];
		for (const itemIndex of context.getInputData().keys()) {
			const get = <Value>(name: string) => {
				const value = context.getNodeParameter(name, itemIndex, '', { extractValue: true });
				return value === '' || value === null ? undefined : (value as Value);
			};
			const campaign = () => {
				const id = get<string>('campaign')?.trim();
				if (id) return id;
				throw new Error('Campaign is empty: choose one from the list, or write its ID.');
			};
			const pairedItem = { item: itemIndex };
			try {
				const call = { campaigns: sender.campaigns, channel: credential.channel, get, campaign };
				for (const json of await run(call)) output.push({ json, pairedItem });
			} catch (error) {
				const failure = shownError(context, error, itemIndex);
				if (!context.continueOnFail()) throw failure;
				output.push({ json: errorItem(failure), pairedItem });
			}
		}
		return [output];
	};
}
