import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import { operationForm, subtitleOfOperation } from '../shared/form';
import { operationRouter } from '../shared/run-action';
import { getSubscriptions } from './inbox';
import { operations } from './operations';

export class BusinessMessagingInbox implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Inbox',
		name: 'businessMessagingInbox',
		icon: {
			light: 'file:../shared/business-messaging-inbox.svg',
			dark: 'file:../shared/business-messaging-inbox.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOfOperation(operations),
		description:
			'Only with Inbox Triggers: repeat or drop the events that their workflows failed on, and see how far behind they are',
		defaults: { name: 'Business Messaging Inbox' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: operationForm(operations, {
			resource: { name: 'Inbox', value: 'inbox' },
			chosen: 'getDeadLetters',
		}),
	};

	methods = { loadOptions: { getSubscriptions } };

	execute = operationRouter(operations);
}
