import type { INodeProperties } from 'n8n-workflow';
import { sendAuto } from './send-auto.operation';
import { sendTemplate } from './send-template.operation';
import { sendText } from './send-text.operation';

export { sendAuto, sendTemplate, sendText };

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['message'] } },
	options: [
		{
			name: 'Send Auto',
			value: 'sendAuto',
			description: 'Send what the rules allow now: freeform text, the template, or nothing yet',
			action: 'Send what the rules allow now',
		},
		{
			name: 'Send Template',
			value: 'sendTemplate',
			description: 'Send an approved template',
			action: 'Send a template',
		},
		{
			name: 'Send Text',
			value: 'sendText',
			description: 'Send freeform text',
			action: 'Send a text message',
		},
	],
	default: 'sendAuto',
};

export const description: INodeProperties[] = [
	operation,
	...sendAuto.description,
	...sendTemplate.description,
	...sendText.description,
];
