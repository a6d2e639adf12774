import type {
	ExpressionString,
	IExecuteFunctions,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { getPolicies, getTemplateVariables, searchTemplates } from '../BusinessMessaging/methods';
import { CREDENTIAL } from '../shared/credential';
import { searchCampaigns } from './methods';
import { description, operation, operations } from './operations';

/** The outputs of an operation: one, or some that have names. */
const outputs = Object.fromEntries(
	Object.entries(operations).map(([name, { outputs: names }]) => [
		name,
		names?.map((displayName) => ({ type: NodeConnectionTypes.Main, displayName })) ?? [
			NodeConnectionTypes.Main,
		],
	]),
);

/** What the operations are called. */
const names = Object.fromEntries(
	(operation.options as INodePropertyOptions[]).map(({ name, value }) => [value, name]),
);

export class BusinessMessagingCampaign implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Campaign',
		name: 'businessMessagingCampaign',
		icon: {
			light: 'file:../shared/business-messaging.svg',
			dark: 'file:../shared/business-messaging.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: `={{ (${JSON.stringify(names)})[$parameter["operation"]] }}`,
		description: 'Reach many customers, each at most once, at a rate that the platform allows',
		defaults: { name: 'Business Messaging Campaign' },
		inputs: [NodeConnectionTypes.Main],
		outputs: `={{ (${JSON.stringify(outputs)})[$parameter["operation"]] }}` as ExpressionString,
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [operation, ...description],
	};

	methods = {
		listSearch: { searchCampaigns, searchTemplates },
		loadOptions: { getPolicies },
		resourceMapping: { getTemplateVariables },
	};

	async execute(this: IExecuteFunctions) {
		const name = this.getNodeParameter('operation', 0);
		const chosen = operations[name];
		if (!chosen) throw new NodeOperationError(this.getNode(), `There is no operation ${name}.`);
		return chosen.run(this);
	}
}
