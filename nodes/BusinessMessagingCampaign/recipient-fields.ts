import type { INodeProperties } from 'n8n-workflow';
import { textKind } from '../shared/message/content/plain';
import {
	recipientType,
	ruleOptions,
	template,
	templateVariables,
	to,
} from '../BusinessMessaging/message/fields';
import { optionsField } from '../shared/fields/common-fields';
import { output } from './fields';

const campaignId: INodeProperties = {
	displayName: 'Campaign ID',
	name: 'campaignId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'spring-sale',
	description:
		'A name of your own for the campaign. Planned again under the same ID, it reaches nobody twice: only recipients who are new are added.',
};

const startAt: INodeProperties = {
	displayName: 'Starts At',
	name: 'startAt',
	type: 'dateTime',
	default: '',
	description: 'Nothing goes out before. At once, where it is empty. The first plan of a campaign sets it.',
};

const endAt: INodeProperties = {
	displayName: 'Ends At',
	name: 'endAt',
	type: 'dateTime',
	default: '',
	description:
		'Nothing goes out from then on: whoever is left is skipped. The first plan of a campaign sets it.',
};

const recipientKey: INodeProperties = {
	displayName: 'Recipient Key',
	name: 'recipientKey',
	type: 'string',
	default: '',
	placeholder: '{{ $json.orderId }}',
	description:
		'What counts as the same recipient, where one customer may get several messages of the campaign, for example one for each order. The customer, where it is empty.',
};

const ofRules = ruleOptions.filter(({ name }) => name !== 'trace');

/** What is planned: the campaign, and a recipient an item. */
export const recipientFields: INodeProperties[] = [
	campaignId,
	to,
	...textKind.fields,
	template,
	templateVariables,
	startAt,
	endAt,
	output,
	optionsField([...ofRules, recipientKey, recipientType]),
];
