import type { Operation } from '../../shared/operation';
import { conversationJson } from './conversation-json';
import { customerField, onCustomer } from './on-customer';

/** Gets what the rules go by: the window, the holder, and the opt-outs. */
export const getState: Operation = {
	value: 'getState',
	name: 'Get State',
	description:
		"Get a customer's conversation window, holder (business, agent, other, or nobody), and opt-outs, as the rules see them",
	action: 'Get the state of a conversation',
	fields: [customerField],
	forEachItem: onCustomer(async ({ connected: { engine }, channel, customer }) =>
		conversationJson(customer, await engine.conversation({ channel, to: customer })),
	),
};
