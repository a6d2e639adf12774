import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import * as conversation from './conversation';
import * as group from './group';
import * as media from './media';
import * as message from './message';
import {
	getOperators,
	getPlaces,
	getPolicies,
	getPoliciesToStartFrom,
	getSwitches,
	getTemplateVariables,
	searchTemplates,
} from './methods';
import { router } from './router';
import * as policy from './policy';
import { fieldsAfter, fieldsBefore } from './shared-fields';
import * as template from './template';
import * as webhook from './webhook';

const resources = [conversation, group, media, message, policy, template, webhook];

export class BusinessMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging',
		name: 'businessMessaging',
		icon: {
			light: 'file:../shared/business-messaging.svg',
			dark: 'file:../shared/business-messaging.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Send messages and templates through a business messaging gateway, in the form that the platform allows',
		defaults: { name: 'Business Messaging' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [
			{ name: CREDENTIAL, required: true, displayOptions: { hide: { operation: ['validate'] } } },
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Conversation', value: 'conversation' },
					{ name: 'Group', value: 'group' },
					{ name: 'Media', value: 'media' },
					{ name: 'Message', value: 'message' },
					{ name: 'Policy', value: 'policy' },
					{ name: 'Template', value: 'template' },
					{ name: 'Webhook', value: 'webhook' },
				],
				default: 'message',
			},
			...resources.map(({ operation }) => operation),
			...fieldsBefore,
			...resources.flatMap(({ description }) => description),
			...fieldsAfter,
		],
	};

	methods = {
		listSearch: { searchTemplates },
		loadOptions: { getOperators, getPlaces, getPolicies, getPoliciesToStartFrom, getSwitches },
		resourceMapping: { getTemplateVariables },
	};

	execute = router;
}
