import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { getMany } from './get-many.operation';
import { getState } from './get-state.operation';
import { setHolder } from './set-holder.operation';
import { setOptOut } from './set-opt-out.operation';
import { threadControl } from './thread-control.operation';

/** The operations by their values. */
export const conversationOperations = {
	getMany,
	getState,
	pass: threadControl('pass'),
	release: threadControl('release'),
	setHolder,
	setOptOut,
	take: threadControl('take'),
};

/** Which operation. */
export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['conversation'] } },
	options: [
		{
			name: 'Get Many',
			value: 'getMany',
			description: 'List the conversations whose window is open, or is about to close',
			action: 'Get many conversations',
		},
		{
			name: 'Get State',
			value: 'getState',
			description: 'Get the window, the holder and the opt-outs of a customer, as the rules see them',
			action: 'Get the state of a conversation',
		},
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
			name: 'Set Holder',
			value: 'setHolder',
			description: 'Correct who the rules believe holds the conversation, where no event tells',
			action: 'Set the holder of a conversation',
		},
		{
			name: 'Set Opt-Out',
			value: 'setOptOut',
			description: 'Note that a customer wants no more messages of a category, or wants them again',
			action: 'Set what a customer opted out of',
		},
		{
			name: 'Take',
			value: 'take',
			description: 'Take control of the conversation from the agent',
			action: 'Take control of a conversation',
		},
	],
	default: 'getState',
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

const metadata: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'string',
	default: '',
	description: 'A text that is handed on with the control',
};

const ofOneCustomer = Object.keys(conversationOperations).filter((name) => name !== 'getMany');

export const description: INodeProperties[] = [
	...shownFor('conversation', ofOneCustomer, [customer]),
	...shownFor('conversation', ['pass', 'release', 'take'], [metadata]),
	...Object.values(conversationOperations).flatMap((each) => each.description),
];
