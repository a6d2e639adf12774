import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorText } from '../../base';
import { GatewayError } from '../../gateway';
import type { CampaignPlan, InvalidRecipient, PlannedRecipient } from '../../sending';
import { readIntentOptions } from '../shared/message/read-intent-options';
import { createTemplateReader } from '../shared/template/read-template';
import type { Connected } from '../shared/connect';
import { toNodeError } from '../shared/errors/item-errors';
import { createParameterReader } from '../shared/read/item-parameter';
import { readTime } from '../shared/read/read-time';

type Problem = InvalidRecipient['problems'][number];

/** What the form says about the campaign itself, read from the first item. */
export function readPlan(
	context: IExecuteFunctions,
	{ channel, account }: Connected['credential'],
): CampaignPlan {
	const get = (name: string) => context.getNodeParameter(name, 0, '') as unknown;
	const timeZone = context.getTimezone();
	const policy = String(get('options.policy') ?? '');
	return {
		id: String(get('campaignId') ?? '').trim(),
		channel,
		account,
		...(policy !== '' && { policy }),
		startAt: readTime(get('startAt'), 'Starts At', timeZone),
		endAt: readTime(get('endAt'), 'Ends At', timeZone),
	};
}

/** Reads the recipient of an item. @throws Error for what can't be read */
function createRecipientReader(context: IExecuteFunctions, { gateway }: Connected) {
	const toOf = createParameterReader<unknown>(context, 'to', '');
	const textOf = createParameterReader<unknown>(context, 'text', '');
	const optionsOf = createParameterReader<IDataObject>(context, 'options', {});
	const templateOf = createTemplateReader(context, gateway);
	const timeZone = context.getTimezone();
	return async (itemIndex: number): Promise<PlannedRecipient> => {
		const body = String(textOf(itemIndex) ?? '');
		const options = optionsOf(itemIndex);
		const key = String(options.recipientKey ?? '').trim();
		const { name, language, components } = (await templateOf(itemIndex)) ?? {};
		return {
			to: String(toOf(itemIndex) ?? '').trim(),
			...readIntentOptions(options, timeZone),
			...(key !== '' && { key }),
			...(body.trim() !== '' && { freeform: { type: 'text', text: { body } } }),
			...(name !== undefined && language !== undefined && { template: { name, language }, components }),
		};
	};
}

/** The recipients of the items. */
interface RecipientList {
	/** Reads them as they are asked for, without those whose item can't be read. */
	read(): AsyncGenerator<PlannedRecipient>;
	/** The item of the recipient at a place of the list, with more fields. */
	itemAt(index: number, more: IDataObject): INodeExecutionData;
	/** The items that can't be planned, each with its problems, in their order. */
	invalidItems(invalid: readonly InvalidRecipient[]): INodeExecutionData[];
}

/** The recipients of all incoming items. */
export function listRecipients(context: IExecuteFunctions, connected: Connected): RecipientList {
	const items = context.getInputData();
	const readRecipient = createRecipientReader(context, connected);
	/** The item of each place of the list. */
	const places: number[] = [];
	const unreadable: Array<{ itemIndex: number; problems: Problem[] }> = [];
	const withMore = (itemIndex: number, more: IDataObject): INodeExecutionData => {
		const item = items[itemIndex]!;
		return { ...item, json: { ...item.json, ...more }, pairedItem: { item: itemIndex } };
	};
	return {
		itemAt: (index, more) => withMore(places[index]!, more),
		async *read() {
			for (const itemIndex of items.keys()) {
				try {
					const recipient = await readRecipient(itemIndex);
					places.push(itemIndex);
					yield recipient;
				} catch (error) {
					// If the gateway couldn't be asked, nothing is wrong with the item.
					if (error instanceof GatewayError) throw toNodeError(context, error, itemIndex);
					unreadable.push({ itemIndex, problems: [{ path: 'item', message: errorText(error) }] });
				}
			}
		},
		invalidItems(invalid) {
			const refused = invalid.map(({ index, problems }) => ({ itemIndex: places[index]!, problems }));
			return [...unreadable, ...refused]
				.sort((a, b) => a.itemIndex - b.itemIndex)
				.map(({ itemIndex, problems }) => withMore(itemIndex, { problems }));
		},
	};
}
