import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import { operationForm } from '../shared/form';
import { operationRouter } from '../shared/router';
import { getSubscriptions } from './methods';
import { operations } from './operations';

export class BusinessMessagingInbox implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Inbox',
		name: 'businessMessagingInbox',
		icon: {
			light: 'file:../shared/business-messaging.svg',
			dark: 'file:../shared/business-messaging.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] }}',
		description:
			'Manage the events that Business Messaging Inbox Triggers failed on, and monitor their backlog',
		defaults: { name: 'Business Messaging Inbox' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: operationForm(operations, 'getDeadLetters'),
	};

	methods = { loadOptions: { getSubscriptions } };

	execute = operationRouter(operations);
}
