import type { INodeProperties } from 'n8n-workflow';
import { checkFirstOption, recipientType } from '../../shared/common-fields';

const replyTo: INodeProperties = {
	displayName: 'Reply To',
	name: 'replyTo',
	type: 'string',
	default: '',
	description: 'The ID of the message to reply to',
};

const sendOnce: INodeProperties = {
	displayName: 'Send Once per Incoming Event',
	name: 'sendOnce',
	type: 'boolean',
	default: true,
	description:
		'Whether to send nothing again if an execution repeats for the same incoming event. Works for items that contain an eventId, like those of the Business Messaging triggers. Retry On Fail of the node never sends again what went out.',
};

const eventId: INodeProperties = {
	displayName: 'Event ID',
	name: 'eventId',
	type: 'string',
	default: '',
	description: 'The incoming event to answer, if the items no longer contain its eventId',
};

const linkPreview: INodeProperties = {
	displayName: 'Link Preview',
	name: 'linkPreview',
	type: 'boolean',
	default: false,
	description: 'Whether to show a preview of the link in a text',
};

/** Options of every operation that sends. */
export const sendOptions: INodeProperties[] = [
	checkFirstOption,
	eventId,
	linkPreview,
	recipientType,
	replyTo,
	sendOnce,
];

/** Options of the operation that asks the rules. */
export const autoOptions: INodeProperties[] = [
	{
		displayName: 'Campaign Key',
		name: 'campaignKey',
		type: 'string',
		default: '',
		placeholder: 'spring-sale',
		description:
			'The campaign that the message belongs to. Each customer gets one message of a campaign, however often the workflow runs. Replaces Send Once per Incoming Event.',
	},
	{
		displayName: 'Take Over From the Agent',
		name: 'takeOver',
		type: 'boolean',
		default: false,
		description:
			'Whether to send freeform content even if the business agent holds the conversation. The business holds it from then on, and the agent no longer answers. If off, the message is held.',
	},
	{
		displayName: 'When Held',
		name: 'whenHeld',
		type: 'options',
		options: [
			{
				name: 'Return the Item',
				value: 'return',
				description: 'Nothing is sent, now or later. The workflow decides what to do with the item.',
			},
			{
				name: 'Keep and Send Later',
				value: 'keep',
				description:
					'Business Messaging Campaign: Send Due sends it as soon as the rules allow it. Each run keeps another message, unless the item has an eventId or Campaign Key is set.',
			},
		],
		// Who adds the option wants to keep messages. n8n stores it then, and an absent one returns the item.
		default: 'keep',
		description: "What to do with a message that can't be sent now, but can be sent later",
	},
];

/** The option of an operation that answers a customer's message. */
export const markAsReadOption: INodeProperties = {
	displayName: 'Mark as Read and Show Typing',
	name: 'markAsRead',
	type: 'boolean',
	default: false,
	description:
		"Whether to first mark the customer's message as read, and show for 1 to 4 seconds, depending on the length of the text, that you are typing. Works for items that contain the message, like those of the Business Messaging triggers.",
};
