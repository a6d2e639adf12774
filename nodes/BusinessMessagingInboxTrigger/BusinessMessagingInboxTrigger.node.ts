import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import { getPolicies } from '../shared/policy/get-policies';
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
		description: 'Starts the workflow with batches of received events, for high volumes',
		eventTriggerDescription: 'Waiting for events in the inbox',
		activationMessage: 'This workflow now reads the inbox.',
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
