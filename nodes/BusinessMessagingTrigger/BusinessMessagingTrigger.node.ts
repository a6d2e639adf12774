import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import { eventsField } from '../shared/events/events-field';
import { ownReactions, policy, reactions } from '../shared/events/reaction-fields';
import { optionsField, simplify } from '../shared/fields/common-fields';
import { getPolicies } from '../shared/policy/get-policies';
import { receive } from './receive';
import * as webhookMethods from './webhook-methods';

export class BusinessMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Trigger',
		name: 'businessMessagingTrigger',
		icon: {
			light: 'file:../shared/business-messaging.svg',
			dark: 'file:../shared/business-messaging.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Starts the workflow when a customer writes or when another event happens on the phone number',
		eventTriggerDescription: 'Waiting for an event on the phone number',
		activationMessage: 'The phone number now delivers to this workflow.',
		defaults: { name: 'Business Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			// Comes before the other one, so that a challenge during its registration is answered.
			{ name: 'setup', httpMethod: 'GET', responseMode: 'onReceived', path: 'webhook' },
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties: [
			{
				displayName:
					'A phone number delivers to one URL. Publishing this workflow sets it to this trigger. Unpublishing restores the previous URL.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			eventsField,
			optionsField([ownReactions, policy, simplify, reactions]),
		],
	};

	methods = { loadOptions: { getPolicies } };

	webhookMethods = { default: webhookMethods };

	webhook = receive;
}
