import type { INodeProperties } from 'n8n-workflow';
import { limit, returnAll } from '../shared/fields/common-fields';

const shownFor = (operation: string[], field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { ...field.displayOptions?.show, operation } },
});

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Drop Dead Letters',
			value: 'dropDeadLetters',
			description: 'Forget events that an execution failed on',
			action: 'Drop dead letters',
		},
		{
			name: 'Get Dead Letters',
			value: 'getDeadLetters',
			description: 'List the events that an execution failed on, with its ID and its error',
			action: 'Get dead letters',
		},
		{
			name: 'Get Stats',
			value: 'getStats',
			description: 'Get how full the inbox is, and how far its readers are behind',
			action: 'Get stats of the inbox',
		},
		{
			name: 'Replay Dead Letters',
			value: 'replayDeadLetters',
			description: 'Hand events that an execution failed on to their trigger again, marked as a repeat',
			action: 'Replay dead letters',
		},
	],
	default: 'getDeadLetters',
};

const subscription: INodeProperties = {
	displayName: 'Inbox Trigger Name or ID',
	name: 'subscription',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getSubscriptions' },
	required: true,
	default: '',
	description:
		'Whose dead letters. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const deadLetters: INodeProperties = {
	displayName: 'Dead Letters',
	name: 'deadLetters',
	type: 'string',
	default: '',
	placeholder: '={{ $json.seq }}',
	description: 'Which ones, by their field seq, separated by commas; all when left empty',
};

export const properties: INodeProperties[] = [
	operation,
	shownFor(['dropDeadLetters', 'getDeadLetters', 'replayDeadLetters'], subscription),
	shownFor(['dropDeadLetters', 'replayDeadLetters'], deadLetters),
	shownFor(['getDeadLetters'], returnAll),
	shownFor(['getDeadLetters'], limit),
];
