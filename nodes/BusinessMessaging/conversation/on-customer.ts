import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Connected } from '../../shared/connect';
import { connect } from '../../shared/connect';
import { refuseOtherStore } from '../../shared/events/refuse-other-store';
import { readCustomer } from '../../shared/message/intent';
import type { Output, RunItem } from '../../shared/operation';
import { takesText } from '../takes-text';

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

/**
 * Acts on the conversation of each item's customer.
 * @param looksAtTime whether it depends on the gateway's time, which is then read again
 */
export function onCustomer(
	run: (call: CustomerCall) => Promise<Output['json'] | Array<Output['json']>>,
	{ looksAtTime = true } = {},
) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const connected = await connect(context);
		await refuseOtherStore(context, connected);
		const { channel } = connected.credential;
		const reading = { takesText: takesText(context) };
		if (looksAtTime) await connected.sender.freshenClock(channel);
		return async (itemIndex) => {
			const given = String(context.getNodeParameter('customer', itemIndex) ?? '');
			const customer = await readCustomer(connected, given, reading);
			if (customer === '') {
				throw new Error('Customer is empty. Enter a phone number, an account ID, or a user ID.');
			}
			const returned = await run({ context, connected, channel, customer, itemIndex });
			return [returned].flat().map((json) => ({ json }));
		};
	};
}
