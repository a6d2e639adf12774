import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import { subtitleOfEvents } from '../shared/events/event-fields';
import { getPolicies } from '../shared/policies';
import { execute } from './execute';
import { properties } from './fields';
import { openTrigger } from './open-trigger';

export class BusinessMessagingInboxTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Inbox Trigger',
		name: 'businessMessagingInboxTrigger',
		icon: {
			light: 'file:../shared/business-messaging-inbox-trigger.svg',
			dark: 'file:../shared/business-messaging-inbox-trigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOfEvents,
		description:
			'Only for busy numbers (more than about 20 messages per second): starts the workflow with batches of events',
		eventTriggerDescription: 'Waiting for events in the inbox',
		activationMessage: 'This workflow now reads the inbox.',
		triggerPanel: {
			header: 'See the newest event of the inbox',
			executionsHelp: {
				inactive:
					'<b>To try it</b>, choose Execute step: you get the newest event that the inbox has, marked as past. <br /><br /><b>To read the inbox continuously</b>, publish the workflow.',
				active:
					"<b>To try it</b>, choose Execute step: you get the newest event that the inbox has, marked as past. That doesn't change how far the published workflow has read. <br /><br />You find its runs in the executions list.",
			},
			activationHint: 'Publish this workflow to read the inbox continuously.',
		},
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
