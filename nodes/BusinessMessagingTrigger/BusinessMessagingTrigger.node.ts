import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { optionsField, simplify } from '../shared/common-fields';
import { CREDENTIAL } from '../shared/credential';
import {
	eventsField,
	heldByField,
	includeResponses,
	ownReactions,
	policy,
	reactions,
	subtitleOfEvents,
	tellApart,
} from '../shared/events/event-fields';
import { forwardTo, privateHosts } from '../shared/forwarding';
import { numberLists } from '../shared/numbers';
import { getPolicies } from '../shared/policies';
import { silenceFields } from '../shared/silence';
import { downloadFiles } from './download-files';
import { execute } from './execute';
import { numbersOption } from './numbers';
import { receive } from './receive';
import { otherNumbers } from './refusals';
import { ifAnotherListens, ofReceiving } from './sharing';
import { trigger } from './trigger';
import * as webhookMethods from './webhook-methods';

export class BusinessMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Trigger',
		name: 'businessMessagingTrigger',
		icon: {
			light: 'file:../shared/business-messaging-trigger.svg',
			dark: 'file:../shared/business-messaging-trigger.dark.svg',
		},
		group: ['trigger'],
		// Both are the same. In version 1 of any webhook node, n8n evaluates an expression for each request.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: subtitleOfEvents,
		description:
			// n8n's list shows it for the actions of Business Messaging, too.
			'Answer customers, ask them, and send templates. The trigger starts the workflow when a customer writes, or on another event of the number',
		eventTriggerDescription: 'Waiting for an event on the phone number',
		activationMessage: 'The events that you chose now start this workflow.',
		triggerPanel: {
			header:
				'Let an event happen: for a message, write to your business number from your phone, or on the page of the sandbox',
			executionsHelp: {
				inactive:
					'<b>To try it</b>, choose Execute step, then let the event happen. For a message, write to your business number from your phone, or on the page of the sandbox. <br /><br /><b>To run it for every event</b>, publish the workflow. The credential needs a Signing Secret for that.',
				active:
					'<b>To try it</b>, choose Execute step, then let the event happen: you get a copy of it. For a message, write to your business number from your phone, or on the page of the sandbox. <br /><br /><b>The published workflow</b> runs for every event. You find those runs in the executions list.',
			},
			activationHint: 'Publish this workflow to run it for every event.',
		},
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
					'Publish this workflow, and every event that you choose below starts it. Only one workflow can receive the events of a phone number. To let a second workflow act on them too, set <b>If Another Workflow Listens</b> to <b>Share</b> in the trigger of that one.',
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: { hide: { ifAnotherListens: ['share'] } },
			},
			{
				displayName:
					'Publish this workflow, and every event that you choose below starts it, once another published workflow has received the event. Both act on it: if both answer, the customer gets two answers.',
				name: 'noticeOfSharing',
				type: 'notice',
				default: '',
				displayOptions: { show: { ifAnotherListens: ['share'] } },
			},
			eventsField,
			tellApart,
			heldByField,
			...silenceFields,
			ifAnotherListens,
			optionsField([
				downloadFiles,
				{ ...forwardTo, displayOptions: ofReceiving },
				includeResponses,
				numbersOption,
				{ ...otherNumbers, displayOptions: ofReceiving },
				ownReactions,
				policy,
				{ ...privateHosts, displayOptions: ofReceiving },
				simplify,
				reactions,
			]),
		],
	};

	methods = { loadOptions: { ...numberLists, getPolicies } };

	webhookMethods = { default: webhookMethods };

	webhook = receive;

	trigger = trigger;

	execute = execute;
}
