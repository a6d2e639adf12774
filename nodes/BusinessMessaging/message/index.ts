import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { contentFields, freeformType, textFields } from '../../shared/message/content';
import { template, templateVariables, to } from './fields';
import { markAsRead } from './mark-as-read.operation';
import { sendAuto } from './send-auto.operation';
import { sendMessage } from './send-message.operation';
import { sendTemplate } from './send-template.operation';
import { sendText } from './send-text.operation';

export { markAsRead, sendAuto, sendMessage, sendTemplate, sendText };

/** Which operation. */
export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['message'] } },
	options: [
		{
			name: 'Mark as Read',
			value: 'markAsRead',
			description: 'Show the customer that a message was read',
			action: 'Mark a message as read',
		},
		{
			name: 'Send Auto',
			value: 'sendAuto',
			description: 'Send what the rules allow now: freeform content, the template, or nothing yet',
			action: 'Send what the rules allow now',
		},
		{
			name: 'Send Message',
			value: 'sendMessage',
			description: 'Send a file, location, contacts, reaction, buttons, a list or a link',
			action: 'Send other content',
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

/** The operations of a resource share one form: each field stands in it once. */
export const description: INodeProperties[] = [
	...shownFor('message', ['sendAuto', 'sendMessage', 'sendTemplate', 'sendText'], [to]),
	...shownFor('message', ['sendAuto', 'sendMessage'], [freeformType]),
	...shownFor('message', ['sendAuto', 'sendMessage', 'sendText'], textFields),
	...shownFor('message', ['sendAuto', 'sendMessage'], contentFields),
	...shownFor('message', ['sendAuto', 'sendTemplate'], [template, templateVariables]),
	...markAsRead.description,
];
