import type { INodeProperties } from 'n8n-workflow';
import { line } from '../../../shared/message/content/content-kind';

/** The question. Its name is what n8n's Human Review expects, as are those of the next two fields. */
const question: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	placeholder: 'Shall we deliver your order tomorrow?',
	description: 'What to ask the customer',
};

const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The customer taps a button in the chat',
		},
		{
			name: 'Choices',
			value: 'choices',
			description: 'The customer taps one of up to 10 choices: up to 3 are buttons, more are a list',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: "The customer's next message is the response",
		},
	],
	default: 'approval',
};

const approvalOptions: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve and Disapprove', value: 'double' },
						{ name: 'Approve Only', value: 'single' },
					],
					default: 'single',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
					description: 'At most 20 characters',
				},
				{
					displayName: 'Disapprove Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: 'Decline',
					displayOptions: { show: { approvalType: ['double'] } },
					description: 'At most 20 characters',
				},
			],
		},
	],
};

const choices: INodeProperties = {
	displayName: 'Choices',
	name: 'responseChoices',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, maxAllowedFields: 10 },
	placeholder: 'Add Choice',
	default: {},
	displayOptions: { show: { responseType: ['choices'] } },
	options: [
		{
			displayName: 'Choice',
			name: 'choice',
			values: [
				line('Title', 'title', 'At most 20 characters as a button, and 24 in a list'),
				line('ID', 'id', 'Returned if the customer chooses it. Defaults to the title.'),
				line('Description', 'description', 'Shown in a list only. At most 72 characters.'),
			],
		},
	],
};

export const questionFields: INodeProperties[] = [question, responseType, approvalOptions, choices];

/** The label of the button that opens the list, if the choices are one. */
export const listLabel: INodeProperties = {
	displayName: 'List Button Label',
	name: 'listLabel',
	type: 'string',
	default: 'Choose',
	description: 'Opens the list of more than 3 choices. At most 20 characters.',
};
