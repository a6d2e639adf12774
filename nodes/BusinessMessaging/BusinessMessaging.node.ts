import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/credential';
import { resourceForm } from '../shared/form';
import { getPolicies } from '../shared/policy/get-policies';
import { resourceRouter } from '../shared/router';
import { getTemplateVariables, searchTemplates } from '../shared/template/template-methods';
import { getOperators, getPlaces, getPoliciesToStartFrom, getSwitches } from './policy/methods';
import { resources } from './resources';

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
		properties: resourceForm(resources, 'message'),
	};

	methods = {
		listSearch: { searchTemplates },
		loadOptions: { getOperators, getPlaces, getPolicies, getPoliciesToStartFrom, getSwitches },
		resourceMapping: { getTemplateVariables },
	};

	execute = resourceRouter(resources);
}
