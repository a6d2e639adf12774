import type { Operation } from '../operation';
import { conversationJson } from './conversation-json';
import { onCustomer } from './on-customer';

/** Gets what the rules go by: the window, the holder, the opt-outs. */
export const getState: Operation = {
	description: [],
	prepare: onCustomer(async ({ connected: { engine }, channel, customer }) =>
		conversationJson(customer, await engine.conversation({ channel, to: customer })),
	),
};
