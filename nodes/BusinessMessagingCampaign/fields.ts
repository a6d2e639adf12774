import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checkFirstOption, recipientType, ruleOptions, to, toInTool } from '../shared/common-fields';
import { contentFields, freeformType, textFields } from '../shared/message/content';
import { factsFromFieldsOption, factsOption } from '../shared/message/own-facts';
import { template, templateVariables } from '../shared/template/template-form';
import { previewOfMessage } from '../shared/template/template-preview';

/** What to do after an operation. */
export const nextStep = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});

/** One item with the counts, or one item for each recipient. */
export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Summary', value: 'summary', description: 'One item with the counts' },
		{ name: 'Each Recipient', value: 'each', description: 'One item for each recipient' },
	],
	default: 'summary',
};

/** Whether the form asks for one item for each recipient. */
export const asksForEach = (context: IExecuteFunctions): boolean =>
	context.getNodeParameter('output', 0, 'summary') === 'each';

/** Why a person stops a campaign. */
export const reasonField: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	description: 'The reason to show in the report',
};

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
		'Nothing is sent from this time on, and the remaining recipients are skipped. As an expression, it can also say how long after the plan: <code>10 h</code>. The first plan of a campaign sets it.',
};

const budget: INodeProperties = {
	displayName: 'Budget',
	name: 'budget',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 0,
	hint: '0: no limit',
	description:
		"What the campaign may cost, in the currency of the account's prices (Business Messaging > Money > Set Prices). When the next message doesn't fit, the campaign is paused, and Resume takes a bigger budget. The first plan of a campaign sets it.",
};

/** What a paused campaign may cost from now on. */
export const newBudget: INodeProperties = {
	...budget,
	displayName: 'New Budget',
	name: 'newBudget',
	hint: '0: as before',
	description:
		'What the whole campaign may cost, with what it has spent already. Only for campaigns that were planned with a budget.',
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

const returnWithReplies: INodeProperties = {
	displayName: 'Return With Replies',
	name: 'returnWithReplies',
	type: 'string',
	default: '',
	placeholder: 'appointmentId, startsAt',
	description:
		'Fields of the item that come back with the customer\'s replies to the message, separated by commas. The triggers then have them in the field "with", for example the appointment that a tap on Reschedule is about.',
};

/** What is planned: the campaign, and one recipient an item. */
export const recipientFields: INodeProperties[] = [
	campaignId,
	to,
	toInTool,
	freeformType,
	...textFields,
	...contentFields,
	template,
	templateVariables,
	...previewOfMessage,
	startAt,
	endAt,
	budget,
	outputField,
];

/** What more a recipient can have. */
export const recipientOptions: INodeProperties[] = [
	checkFirstOption,
	...ruleOptions.filter(({ name }) => name !== 'trace' && name !== factsOption.name),
	factsFromFieldsOption,
	recipientKey,
	recipientType,
	returnWithReplies,
];
