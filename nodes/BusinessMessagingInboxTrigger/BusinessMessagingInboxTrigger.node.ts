import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { getPolicies } from '../BusinessMessaging/methods';
import { CREDENTIAL } from '../shared/credential';
import { execute } from './execute';
import { properties } from './fields';
import { openTrigger } from './open-trigger';

export class BusinessMessagingInboxTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Inbox Trigger',
		name: 'businessMessagingInboxTrigger',
		icon: {
			light: 'file:../shared/business-messaging.svg',
			dark: 'file:../shared/business-messaging.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow with batches of what was received, at volume',
		eventTriggerDescription: 'Waiting for events in the inbox',
		activationMessage: 'The inbox is now read by this workflow.',
		defaults: { name: 'Business Messaging Inbox Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties,
	};

	methods = { loadOptions: { getPolicies } };

	trigger = openTrigger;

	execute = execute;
}
