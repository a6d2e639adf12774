import type { INodeProperties } from 'n8n-workflow';
import type { Holder } from '../../../engine';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { conversationJson } from './conversation-json';
import { onCustomer } from './on-customer';

const holder: INodeProperties = {
	displayName: 'Holder',
	name: 'holder',
	type: 'options',
	options: [
		{ name: 'Agent', value: 'agent', description: 'Nothing is sent by the rules while its window is open' },
		{ name: 'Business', value: 'business' },
	],
	default: 'business',
	description:
		'What the rules go by from now on, until an event says otherwise. The gateway is told nothing: that is Release, Pass and Take.',
};

/** Corrects who we believe holds the conversation. */
export const setHolder: Operation = {
	description: shownFor('conversation', 'setHolder', [holder]),
	prepare: onCustomer(async ({ context, connected: { engine }, channel, customer, itemIndex }) => {
		const given = context.getNodeParameter('holder', itemIndex) as Holder;
		if (given !== 'agent' && given !== 'business') {
			throw new Error(`Holder is "${String(given)}": it takes agent or business.`);
		}
		await engine.record({ kind: 'holder-set', channel, to: customer, holder: given });
		return conversationJson(customer, await engine.conversation({ channel, to: customer }));
	}),
};
