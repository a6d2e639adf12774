import type { INodeProperties } from 'n8n-workflow';
import type { Holder } from '../../../engine';
import type { Operation } from '../../shared/operation';
import { conversationJson } from './conversation-json';
import { customerField, onCustomer } from './on-customer';

const holder: INodeProperties = {
	displayName: 'Holder',
	name: 'holder',
	type: 'options',
	options: [
		{ name: 'Agent', value: 'agent', description: 'The rules send nothing while the window is open' },
		{ name: 'Business', value: 'business' },
	],
	default: 'business',
	description:
		"The holder that the rules use until an event says otherwise. The gateway isn't told: use Release, Pass, or Take for that.",
};

/** Corrects who the rules think holds the conversation. */
export const setHolder: Operation = {
	value: 'setHolder',
	name: 'Set Holder',
	description: 'Correct who the rules think holds the conversation, if no event says so',
	action: 'Set the holder of a conversation',
	fields: [customerField, holder],
	forEachItem: onCustomer(async ({ context, connected: { engine }, channel, customer, itemIndex }) => {
		const given = context.getNodeParameter('holder', itemIndex) as Holder;
		if (given !== 'agent' && given !== 'business') {
			throw new Error(`Holder must be agent or business, not "${String(given)}".`);
		}
		await engine.record({ kind: 'holder-set', channel, to: customer, holder: given });
		return conversationJson(customer, await engine.conversation({ channel, to: customer }));
	}),
};
