import type { INodeProperties } from 'n8n-workflow';
import { checkFirstOption, recipientType, to, ruleOptions } from '../shared/common-fields';
import { contentFields, freeformType, textFields } from '../shared/message/content';
import { template, templateVariables } from '../shared/template/template-form';
import { outputField } from './fields';

const campaignId: INodeProperties = {
	displayName: 'Campaign ID',
	name: 'campaignId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'spring-sale',
	description:
		'Your own name for the campaign. If you plan again with the same ID, only new recipients are added, so that nobody is reached twice.',
};

const startAt: INodeProperties = {
	displayName: 'Starts At',
	name: 'startAt',
	type: 'dateTime',
	default: '',
	description:
		'Nothing is sent before this time. Leave empty to start immediately. The first plan of a campaign sets it.',
};

const endAt: INodeProperties = {
	displayName: 'Ends At',
	name: 'endAt',
	type: 'dateTime',
	default: '',
	description:
		'Nothing is sent from this time on, and the remaining recipients are skipped. The first plan of a campaign sets it.',
};

const recipientKey: INodeProperties = {
	displayName: 'Recipient Key',
	name: 'recipientKey',
	type: 'string',
	default: '',
	placeholder: '{{ $json.orderId }}',
	description:
		'What counts as the same recipient, if a customer can get several messages of the campaign, for example one for each order. Defaults to the customer.',
};

/** What is planned: the campaign, and one recipient an item. */
export const recipientFields: INodeProperties[] = [
	campaignId,
	to,
	freeformType,
	...textFields,
	...contentFields,
	template,
	templateVariables,
	startAt,
	endAt,
	outputField,
];

/** What more a recipient can have. */
export const recipientOptions: INodeProperties[] = [
	checkFirstOption,
	...ruleOptions.filter(({ name }) => name !== 'trace'),
	recipientKey,
	recipientType,
];
