import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { recipientType, ruleOptions, template, to } from '../BusinessMessaging/message/fields';
import { getPolicies, searchTemplates } from '../BusinessMessaging/methods';
import { optionsField } from '../shared/fields/common-fields';
import { CREDENTIAL } from '../shared/credential';
import { decideItems, OUTPUTS } from './decide-items';

export class BusinessMessagingRules implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Messaging Rules',
		name: 'businessMessagingRules',
		icon: {
			light: 'file:../shared/business-messaging.svg',
			dark: 'file:../shared/business-messaging.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["options"]["policy"] || "strict" }}',
		description: 'Decide whether a message may go out now, and as what, without sending it',
		defaults: { name: 'Business Messaging Rules' },
		inputs: [NodeConnectionTypes.Main],
		outputs: OUTPUTS.map(() => NodeConnectionTypes.Main),
		outputNames: OUTPUTS.map(({ name }) => name),
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			to,
			{
				displayName: 'Has Freeform Content',
				name: 'freeform',
				type: 'boolean',
				default: true,
				description:
					'Whether there is freeform content that could be sent while the conversation window is open',
			},
			{ ...template, description: 'The template that could be sent when no conversation is active' },
			optionsField([...ruleOptions, recipientType]),
		],
	};

	methods = { listSearch: { searchTemplates }, loadOptions: { getPolicies } };

	execute = decideItems;
}
