import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { optionsField } from '../shared/common-fields';
import { CREDENTIAL } from '../shared/credential';
import { fromNumber, numberLists } from '../shared/numbers';
import { getPolicies } from '../shared/policies';
import { runAction } from '../shared/run-action';
import { searchTemplates } from '../shared/template/template-form';
import { decide, OUTPUT_NAMES } from './decide';

export class BusinessMessagingRules implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Rules',
		name: 'businessMessagingRules',
		icon: {
			light: 'file:../shared/business-messaging-rules.svg',
			dark: 'file:../shared/business-messaging-rules.dark.svg',
		},
		group: ['transform'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: '={{ "Policy: " + ($parameter["options"]["policy"] || "strict") }}',
		description: 'Decide whether a message can be sent now, and in which form, without sending it',
		defaults: { name: 'Business Messaging Rules' },
		inputs: [NodeConnectionTypes.Main],
		outputs: OUTPUT_NAMES.map(() => NodeConnectionTypes.Main),
		outputNames: OUTPUT_NAMES,
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			...decide.fields,
			{
				displayName:
					'This decides about a message to a customer, and sends nothing. To branch by what happened in a trigger, use a Switch node instead, on kind or reactions[0].name of the item.',
				name: 'rulesNotice',
				type: 'notice',
				default: '',
			},
			fromNumber,
			optionsField([...decide.options]),
		],
	};

	methods = { listSearch: { searchTemplates }, loadOptions: { ...numberLists, getPolicies } };

	async execute(this: IExecuteFunctions) {
		return runAction(this, decide);
	}
}
