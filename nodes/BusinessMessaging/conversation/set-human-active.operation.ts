import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../shared/operation';
import { conversationJson } from './conversation-json';
import { customerField, onCustomer } from './on-customer';

const humanActive: INodeProperties = {
	displayName: 'A Person Is Answering',
	name: 'humanActive',
	type: 'boolean',
	default: true,
	description:
		"Whether someone on your team is answering this customer now. The policy's rule human-active says how long automatic messages wait from now on. Turn this off when the person is done.",
};

/** Tells the rules that a person answers a customer, or no longer does. */
export const setHumanActive: Operation = {
	value: 'setHumanActive',
	name: 'Set Human Active',
	description:
		'Tell the rules that someone on your team is answering a customer, or is done. Turn on the rule human-active in a policy for this.',
	action: 'Set whether a human is active in a conversation',
	fields: [customerField, humanActive],
	forEachItem: onCustomer(async ({ context, connected: { engine }, channel, customer, itemIndex }) => {
		const active = context.getNodeParameter('humanActive', itemIndex, true) as unknown;
		if (typeof active !== 'boolean') {
			throw new Error(`A Person Is Answering must be true or false, not "${String(active)}".`);
		}
		await engine.record({ kind: 'human-set', channel, to: customer, active });
		return conversationJson(customer, await engine.conversation({ channel, to: customer }));
	}),
};
