import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import { properties } from './fields';
import { getSubscriptions } from './methods';
import { runOperation } from './run-operation';

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
			'Look after what Business Messaging Inbox Triggers read: what they failed on, and their backlog',
		defaults: { name: 'Business Messaging Inbox' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties,
	};

	methods = { loadOptions: { getSubscriptions } };

	execute = runOperation;
}
