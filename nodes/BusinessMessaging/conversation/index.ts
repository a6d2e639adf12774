import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { threadControl } from './thread-control.operation';

/** The operations by their values. */
export const conversationOperations = {
	pass: threadControl('pass'),
	release: threadControl('release'),
	take: threadControl('take'),
};

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['conversation'] } },
	options: [
		{
			name: 'Pass',
			value: 'pass',
			description: 'Pass control of the conversation on to the agent',
			action: 'Pass control of a conversation',
		},
		{
			name: 'Release',
			value: 'release',
			description: 'Give the conversation back to the agent',
			action: 'Release a conversation',
		},
		{
			name: 'Take',
			value: 'take',
			description: 'Take control of the conversation from the agent',
			action: 'Take control of a conversation',
		},
	],
	default: 'release',
};

const customer: INodeProperties = {
	displayName: 'Customer',
	name: 'customer',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567',
	description: "The customer's phone number, account ID or user ID",
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Metadata',
			name: 'metadata',
			type: 'string',
			default: '',
			description: 'A text that is handed on with the control',
		},
	],
};

export const description: INodeProperties[] = [
	operation,
	...shownFor('conversation', Object.keys(conversationOperations), [customer, options]),
];
