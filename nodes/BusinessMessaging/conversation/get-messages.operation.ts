import type { INodeProperties } from 'n8n-workflow';
import { normalizeAddress } from '../../../engine';
import { limit, returnAll } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { readLimit, readTime } from '../../shared/read/values';
import { saidIn, saidJson, transcriptOf } from './message-json';
import { customerField, onCustomer } from './on-customer';

/** As many as the newest messages are looked for, if all are asked for. */
const MOST = 10_000;

/** From when on. */
export const since: INodeProperties = {
	displayName: 'Since',
	name: 'since',
	type: 'dateTime',
	default: '',
	description: 'Return only what was said or happened from this time on. Leave empty for all that is stored.',
};

const order: INodeProperties = {
	displayName: 'Order',
	name: 'messageOrder',
	type: 'options',
	options: [
		{ name: 'Oldest First', value: 'oldest', description: 'As chat memories and prompts need it' },
		{ name: 'Newest First', value: 'newest' },
	],
	default: 'oldest',
	description: 'The order of the messages. If there are more than the limit, the newest are returned.',
};

const returnAs: INodeProperties = {
	displayName: 'Return',
	name: 'returnAs',
	type: 'options',
	options: [
		{ name: 'An Item for Each Message', value: 'items' },
		{
			name: 'One Item With All Messages',
			value: 'one',
			description: 'With a list (messages) and a text for a prompt (transcript)',
		},
	],
	default: 'items',
};

/** Gets what was said in a conversation. */
export const getMessages: Operation = {
	value: 'getMessages',
	name: 'Get Messages',
	description:
		"Get what was said in a conversation: what was received, and what was sent while the credential's Keep Sent Texts was on",
	action: 'Get the messages of a conversation',
	fields: [customerField, returnAs, order, since, returnAll, limit],
	forEachItem: onCustomer(async ({ context, connected, channel, customer, itemIndex }) => {
		const most = Math.min(readLimit(context, itemIndex), MOST);
		const from = readTime(context.getNodeParameter('since', itemIndex, ''), 'Since', context.getTimezone());
		const history = await connected.store.conversations.history({
			channel,
			contact: normalizeAddress(customer),
			limit: most,
			...(from !== undefined && { since: from }),
		});
		const said = saidIn(history, most);
		const transcript = transcriptOf(said);
		const isNewestFirst = context.getNodeParameter('messageOrder', itemIndex, 'oldest') === 'newest';
		const messages = (isNewestFirst ? said.reverse() : said).map(saidJson);
		const isOne = context.getNodeParameter('returnAs', itemIndex, 'items') === 'one';
		return isOne ? { contact: customer, customer, messages, transcript } : messages;
	}),
};
