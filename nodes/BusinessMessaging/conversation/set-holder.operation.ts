import type { INodeProperties } from 'n8n-workflow';
import type { Holder } from '../../../engine';
import type { Operation } from '../../shared/operation';
import { conversationJson } from './conversation-json';
import { customerField, onCustomer } from './on-customer';

const HOLDERS: Readonly<Record<Holder, { name: string; description?: string }>> = {
	agent: { name: 'Agent', description: 'The rules send nothing while the window is open' },
	business: { name: 'Business' },
	nobody: { name: 'Nobody', description: 'The conversation was released, and no agent answers' },
	other: {
		name: 'Other Responder',
		description: 'For example the escalation partner. The rules send nothing while the window is open.',
	},
};

const holder: INodeProperties = {
	displayName: 'Holder',
	name: 'holder',
	type: 'options',
	options: Object.entries(HOLDERS).map(([value, shown]) => ({ value, ...shown })),
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
		if (!Object.hasOwn(HOLDERS, given)) {
			throw new Error(`Holder must be one of ${Object.keys(HOLDERS).join(', ')}, not "${String(given)}".`);
		}
		await engine.record({ kind: 'holder-set', channel, to: customer, holder: given });
		return conversationJson(customer, await engine.conversation({ channel, to: customer }));
	}),
};
