import type { INodeProperties } from 'n8n-workflow';
import { categories } from '../../shared/fields/common-fields';

/** Whom it goes to. */
export const to: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567',
	description: "The customer's phone number, account ID or user ID, or the ID of a group",
};

/** The approved template, from the live list or by name and language. */
export const template: INodeProperties = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The approved template to send',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'order_update/en_US',
			hint: 'Name and language, separated by a slash',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^[a-z0-9_]{1,512}/[A-Za-z]{2,3}([_-][A-Za-z]{2,4})?$',
						errorMessage: 'Write the name and the language, for example order_update/en_US',
					},
				},
			],
		},
	],
};

/** The values of the chosen template's variables. */
export const templateVariables: INodeProperties = {
	displayName: 'Template Variables',
	name: 'templateVariables',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { hide: { template: [''] } },
	typeOptions: {
		loadOptionsDependsOn: ['template.value'],
		resourceMapper: {
			resourceMapperMethod: 'getTemplateVariables',
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			supportAutoMap: true,
		},
	},
};

/** Whether `to` is a customer or a group. */
export const recipientType: INodeProperties = {
	displayName: 'Recipient Type',
	name: 'recipientType',
	type: 'options',
	options: [
		{ name: 'Customer', value: 'individual' },
		{ name: 'Group', value: 'group' },
	],
	default: 'individual',
};

const replyTo: INodeProperties = {
	displayName: 'Reply To',
	name: 'replyTo',
	type: 'string',
	default: '',
	description: 'ID of the message that this one answers',
};

const sendOnce: INodeProperties = {
	displayName: 'Send Once per Incoming Event',
	name: 'sendOnce',
	type: 'boolean',
	default: true,
	description:
		'Whether a repeated execution for the same incoming event sends nothing again. Works on items that carry an eventId, as those of our triggers do.',
};

const eventId: INodeProperties = {
	displayName: 'Event ID',
	name: 'eventId',
	type: 'string',
	default: '',
	description: 'The incoming event that is answered, where the items do not carry its eventId any more',
};

const linkPreview: INodeProperties = {
	displayName: 'Link Preview',
	name: 'linkPreview',
	type: 'boolean',
	default: false,
	description: 'Whether a text with a link shows a preview of it',
};

/** Options of every operation that sends. */
export const sendOptions: INodeProperties[] = [eventId, linkPreview, recipientType, replyTo, sendOnce];

/** Once in a campaign, and what becomes of what the rules hold. */
export const autoOptions: INodeProperties[] = [
	{
		displayName: 'Campaign Key',
		name: 'campaignKey',
		type: 'string',
		default: '',
		placeholder: 'spring-sale',
		description:
			'The campaign that the message belongs to: each customer gets one message of it, however often the workflow runs. Stands in for Send Once per Incoming Event.',
	},
	{
		displayName: 'When Held',
		name: 'whenHeld',
		type: 'options',
		options: [
			{ name: 'Return the Item', value: 'return', description: 'The workflow decides what to do then' },
			{
				name: 'Keep and Send Later',
				value: 'keep',
				description: 'Goes out as soon as it may: Business Messaging Campaign: Send Due sends it',
			},
		],
		default: 'return',
		description: 'What to do with a message that may not go out now, but later',
	},
];

/** Options of the operation that asks the rules. */
export const ruleOptions: INodeProperties[] = [
	{
		displayName: 'Category',
		name: 'category',
		type: 'options',
		options: [{ name: 'None', value: '' }, ...categories],
		default: '',
		description:
			'What the message is for, where the template does not say it. Customers can opt out of marketing.',
	},
	{
		displayName: 'Explain',
		name: 'trace',
		type: 'boolean',
		default: false,
		description: 'Whether to add why each earlier rule did not decide',
	},
	{
		displayName: 'Last Message of the Customer',
		name: 'lastInboundAt',
		type: 'dateTime',
		default: '',
		description: 'When the customer wrote last, if you know it from elsewhere. Counts where it is newer.',
	},
	{
		displayName: 'Policy Name or ID',
		name: 'policy',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getPolicies' },
		default: 'strict',
		description:
			'The rules to go by: a shipped policy, or one that was saved with Policy: Save. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'Europe/Berlin',
		description:
			'Where the customer is, for rules that ask the local time. Else the country of the number tells.',
	},
];
