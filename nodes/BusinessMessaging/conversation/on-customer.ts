import type { IExecuteFunctions } from 'n8n-workflow';
import { normalizeAddress } from '../../../platform';
import type { Connected } from '../../shared/connect';
import { connect } from '../../shared/connect';
import type { Operation, Output } from '../operation';

/** One item of an operation on the conversation with a customer. */
export interface CustomerCall {
	context: IExecuteFunctions;
	connected: Connected;
	channel: string;
	customer: string;
	itemIndex: number;
}

/** What an operation does with the conversation of each item's customer. */
export function onCustomer(run: (call: CustomerCall) => Promise<Output['json']>): Operation['prepare'] {
	return async (context) => {
		const connected = await connect(context);
		const { channel } = connected.credential;
		await connected.sender.freshenClock(channel);
		return async (itemIndex) => {
			const customer = normalizeAddress(String(context.getNodeParameter('customer', itemIndex) ?? ''));
			if (customer === '') {
				throw new Error('Customer is empty: it takes a phone number, an account ID or a user ID.');
			}
			return [{ json: await run({ context, connected, channel, customer, itemIndex }) }];
		};
	};
}
