import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { searchCampaigns } from '../shared/campaign-list';
import { CREDENTIAL } from '../shared/credential';
import { resourceForm, subtitleOfResource } from '../shared/form';
import { numberLists } from '../shared/numbers';
import { getPolicies } from '../shared/policies';
import { resourceRouter } from '../shared/run-action';
import { getTemplateVariables, searchTemplates, staleVariablesHint } from '../shared/template/template-form';
import { testCredential } from '../shared/test-credential';
import { continueExecution, resumeWebhooks } from './message/wait/continue-execution';
import {
	getEnds,
	getEventOperators,
	getFacts,
	getFactsOfPolicy,
	getOperators,
	getPlaces,
	getPoliciesToStartFrom,
	getRulesToTurnOff,
	getRulesToTurnOn,
	getSwitches,
} from './policy/methods';
import { getExpectations, searchTests } from './policy/tests.operations';
import { resources } from './resources';
import { getPreview, variablesHint } from './template/definition-preview';

export class BusinessMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging',
		name: 'businessMessaging',
		icon: {
			light: 'file:../shared/business-messaging.svg',
			dark: 'file:../shared/business-messaging.dark.svg',
		},
		group: ['output'],
		version: [1, 1.1, 1.2, 1.3, 1.4, 1.5],
		defaultVersion: 1.5,
		subtitle: subtitleOfResource(resources),
		description:
			'Send messages and templates through a business messaging gateway, in the form that the platform allows',
		defaults: { name: 'Business Messaging' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [
			{
				name: CREDENTIAL,
				required: true,
				testedBy: 'testCredential',
				displayOptions: { hide: { operation: ['validate'] } },
			},
		],
		webhooks: resumeWebhooks,
		properties: resourceForm(resources, 'message'),
		hints: [variablesHint, staleVariablesHint],
	};

	methods = {
		credentialTest: { testCredential },
		listSearch: { searchCampaigns, searchTemplates, searchTests },
		loadOptions: {
			...numberLists,
			getEnds,
			getEventOperators,
			getExpectations,
			getFacts,
			getFactsOfPolicy,
			getOperators,
			getPlaces,
			getPolicies,
			getPoliciesToStartFrom,
			getPreview,
			getRulesToTurnOff,
			getRulesToTurnOn,
			getSwitches,
		},
		resourceMapping: { getTemplateVariables },
	};

	execute = resourceRouter(resources);

	webhook = continueExecution;
}
