import type { INodeProperties } from 'n8n-workflow';
import { categories } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { conversationJson } from './conversation-json';
import { customerField, onCustomer } from './on-customer';

const CATEGORIES = categories.map(({ value }) => String(value));
const ALL = 'all';
const choices = [{ name: 'All', value: ALL }, ...categories];

const fields: INodeProperties[] = [
	{
		displayName: 'Customer Wants',
		name: 'optOut',
		type: 'options',
		options: [
			{ name: 'No More of These Messages', value: 'out' },
			{ name: 'These Messages Again', value: 'in' },
		],
		default: 'out',
	},
	{
		displayName: 'Category',
		name: 'optOutCategory',
		type: 'options',
		options: choices,
		default: 'MARKETING',
		description: 'Templates of this category are skipped. Freeform messages are not affected.',
	},
];

/** Records that a customer opted out of a category, or opted in again. */
export const setOptOut: Operation = {
	value: 'setOptOut',
	name: 'Set Opt-Out',
	description: 'Record that a customer opted out of a category of messages, or opted in again',
	action: 'Set what a customer opted out of',
	fields: [customerField, ...fields],
	forEachItem: onCustomer(async ({ context, connected: { engine }, channel, customer, itemIndex }) => {
		const wanted = context.getNodeParameter('optOut', itemIndex) as string;
		const category = context.getNodeParameter('optOutCategory', itemIndex) as string;
		const isKnown = category === ALL || CATEGORIES.includes(category);
		const problems = [
			...(wanted === 'out' || wanted === 'in' ? [] : [`Customer Wants must be out or in, not "${wanted}".`]),
			...(isKnown ? [] : [`Category must be one of ${[ALL, ...CATEGORIES].join(', ')}, not "${category}".`]),
		];
		if (problems.length > 0) throw new Error(problems.join(' '));
		await engine.record({
			kind: 'opt-out-set',
			channel,
			to: customer,
			categories: category === ALL ? CATEGORIES : [category],
			value: wanted === 'out' ? 'stop' : 'resume',
		});
		return conversationJson(customer, await engine.conversation({ channel, to: customer }));
	}),
};
