import type { INodeProperties } from 'n8n-workflow';
import { connectGateway } from '../../shared/connect';
import type { Operation } from '../../shared/operation';

/** Which message. */
export const messageIdField: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'wamid.…',
	description:
		'The ID of the message. Mark as Read also marks the messages before it. Trace also takes the ID of an execution, or a key.',
};

const typing: INodeProperties = {
	displayName: 'Show Typing',
	name: 'typing',
	type: 'boolean',
	default: false,
	description: 'Whether to also show the customer that you are typing',
};

/** Shows the customer that a message was read. */
export const markAsRead: Operation = {
	value: 'markAsRead',
	name: 'Mark as Read',
	description: 'Show the customer that a message was read',
	action: 'Mark a message as read',
	fields: [messageIdField, typing],
	async forEachItem(context) {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const messageId = String(context.getNodeParameter('messageId', itemIndex) ?? '').trim();
			const isTyping = context.getNodeParameter('typing', itemIndex, false) === true;
			await gateway.messages.markAsRead(messageId, { typing: isTyping });
			return [{ json: { messageId, read: true, typing: isTyping } }];
		};
	},
};
