import type { INodeProperties } from 'n8n-workflow';
import { connectGateway } from '../../shared/connect';
import { shownFor } from '../operation';
import type { Operation } from '../operation';

const fields: INodeProperties[] = [
	{
		displayName: 'Message ID',
		name: 'messageId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'wamid.…',
		description: 'ID of the message of the customer; earlier ones are marked too',
	},
	{
		displayName: 'Show Typing',
		name: 'typing',
		type: 'boolean',
		default: false,
		description: 'Whether the customer also sees that an answer is being written',
	},
];

/** Shows the customer that a message was read. */
export const markAsRead: Operation = {
	description: shownFor('message', 'markAsRead', fields),
	async prepare(context) {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const messageId = String(context.getNodeParameter('messageId', itemIndex) ?? '').trim();
			const typing = context.getNodeParameter('typing', itemIndex, false) === true;
			await gateway.messages.markAsRead(messageId, { typing });
			return [{ json: { messageId, read: true, typing } }];
		};
	},
};
