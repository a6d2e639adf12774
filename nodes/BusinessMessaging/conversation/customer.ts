import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Conversation } from '../../../engine';
import { canBeName, customerNamed } from '../../../engine';
import type { Connected } from '../../shared/connect';
import { connect } from '../../shared/connect';
import { refuseOtherStore } from '../../shared/events/refuse-other-store';
import { readCustomer } from '../../shared/message/intent';
import type { ItemCall } from '../../shared/operation';
import { isoTime } from '../../shared/times';
import { takesText } from '../takes-text';

/** Whose conversation. */
export const customerField: INodeProperties = {
	displayName: 'Customer',
	name: 'customer',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567',
	description:
		"The customer's phone number, account ID, or user ID. Get State, Get Messages, and Get Timeline also accept the beginning of the customer's name, or the last name of somebody who wrote lately.",
};

type Opened = Connected & { channel: string };

/** What acts on what is stored about each item's customer. */
export const ofStoredCustomer = {
	async open(context: IExecuteFunctions): Promise<Opened> {
		const connected = await connect(context);
		await refuseOtherStore(context, connected);
		return { ...connected, channel: connected.credential.channel };
	},
	async fields({ context, get, ...connected }: ItemCall & Opened): Promise<{ customer: string }> {
		const given = String(get('customer') ?? '');
		const customer = await readCustomer(connected, given, { takesText: takesText(context) });
		if (customer !== '') return { customer };
		throw new Error('Customer is empty. Enter a phone number, an account ID, or a user ID.');
	},
};

/** What acts on the conversation with each item's customer. That depends on the gateway's time, which is read again. */
export const ofCustomer = {
	...ofStoredCustomer,
	async open(context: IExecuteFunctions): Promise<Opened> {
		const opened = await ofStoredCustomer.open(context);
		await opened.sender.freshenClock(opened.channel);
		return opened;
	},
};

/** What reads the conversation with each item's customer, whom a name tells, too. */
export const ofFoundCustomer = {
	open: ofCustomer.open,
	async fields(call: ItemCall & Opened): Promise<{ customer: string }> {
		return ofCustomer.fields(call).catch(async (error: Error) => {
			const given = String(call.get('customer') ?? '');
			const customer = await customerNamed(call.store, call.channel, given);
			if (customer !== undefined) return { customer };
			throw canBeName(given)
				? new Error(`${error.message} No customer's name begins with it either.`)
				: error;
		});
	},
};

/** A conversation as an item carries it: times as ISO 8601. */
export function conversationJson(
	customer: string,
	{ window, windowClosesAt, holder, optedOut, humanRepliedAt, personCalledAt }: Conversation,
): IDataObject {
	return {
		contact: customer,
		customer,
		window,
		windowClosesAt: isoTime(windowClosesAt),
		holder,
		optedOut: [...optedOut].sort(),
		humanRepliedAt: isoTime(humanRepliedAt),
		personCalledAt: isoTime(personCalledAt),
	};
}
