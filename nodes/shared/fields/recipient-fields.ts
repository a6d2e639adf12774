import type { INodeProperties } from 'n8n-workflow';

/** Who the message is for. */
export const to: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567',
	hint: 'Drag the field with the number here from the input',
	description: "The customer's phone number, account ID, or user ID, or the ID of a group",
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
