import type { ExpressionString, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { searchCampaigns } from '../shared/campaign-list';
import { CREDENTIAL } from '../shared/credential';
import { operationForm } from '../shared/form';
import { numberLists } from '../shared/numbers';
import { getPolicies } from '../shared/policies';
import { operationRouter } from '../shared/run-action';
import { getPreview } from '../shared/template/template-preview';
import { getTemplateVariables, searchTemplates, staleVariablesHint } from '../shared/template/template-form';
import { operations } from './operations';

/** An expression for what belongs to the chosen operation. */
const byOperation = (entries: Array<[value: string, entry: unknown]>): ExpressionString =>
	`={{ (${JSON.stringify(Object.fromEntries(entries))})[$parameter["operation"]] }}`;

const type = NodeConnectionTypes.Main;

export class BusinessMessagingCampaign implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Campaign',
		name: 'businessMessagingCampaign',
		icon: {
			light: 'file:../shared/business-messaging-campaign.svg',
			dark: 'file:../shared/business-messaging-campaign.dark.svg',
		},
		group: ['output'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: byOperation(operations.map(({ value, name }) => [value, name])),
		description: 'Message many customers, each at most once, at a rate that the platform allows',
		defaults: { name: 'Business Messaging Campaign' },
		inputs: [NodeConnectionTypes.Main],
		outputs: byOperation(
			operations.map(({ value, outputs }) => [
				value,
				outputs?.map((displayName) => ({ type, displayName })) ?? [type],
			]),
		),
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: operationForm(operations, {
			resource: { name: 'Campaign', value: 'campaign' },
			chosen: 'plan',
		}),
		hints: [staleVariablesHint],
	};

	methods = {
		listSearch: { searchCampaigns, searchTemplates },
		loadOptions: { ...numberLists, getPolicies, getPreview },
		resourceMapping: { getTemplateVariables },
	};

	execute = operationRouter(operations);
}
