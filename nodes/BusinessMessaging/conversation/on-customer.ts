import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { normalizeAddress } from '../../../platform';
import type { Connected } from '../../shared/connect';
import { connect } from '../../shared/connect';
import type { Output, RunItem } from '../../shared/operation';

/** Whose conversation. */
export const customerField: INodeProperties = {
	displayName: 'Customer',
	name: 'customer',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567',
	description: "The customer's phone number, account ID, or user ID",
};

/** One item of an operation on the conversation with a customer. */
interface CustomerCall {
	context: IExecuteFunctions;
	connected: Connected;
	channel: string;
	customer: string;
	itemIndex: number;
}

/** Acts on the conversation of each item's customer. */
export function onCustomer(run: (call: CustomerCall) => Promise<Output['json']>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const connected = await connect(context);
		const { channel } = connected.credential;
		await connected.sender.freshenClock(channel);
		return async (itemIndex) => {
			const customer = normalizeAddress(String(context.getNodeParameter('customer', itemIndex) ?? ''));
			if (customer === '') {
				throw new Error('Customer is empty. Enter a phone number, an account ID, or a user ID.');
			}
			return [{ json: await run({ context, connected, channel, customer, itemIndex }) }];
		};
	};
}
