import type { INodeProperties } from 'n8n-workflow';
import type { Engine, Holder } from '../../../engine';
import { categories } from '../../shared/common-fields';
import type { ItemCall, Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { conversationJson, customerField, ofCustomer } from './customer';

type Told = Parameters<Engine['record']>[0];

/** Tells the rules what the form says about each item's customer, and returns the state that they then see. */
const tellRules = (read: (call: ItemCall, about: { channel: string; to: string }) => Told) =>
	perItem(ofCustomer, async ({ engine, channel, customer, ...call }) => {
		const about = { channel, to: customer };
		await engine.record(read(call, about));
		return { json: conversationJson(customer, await engine.conversation(about)) };
	});

const HOLDERS: Readonly<Record<Holder, { name: string; description?: string }>> = {
	agent: { name: 'Agent', description: 'The rules send nothing while the window is open' },
	business: { name: 'Business' },
	nobody: { name: 'Nobody', description: 'The conversation was released, and no agent answers' },
	other: {
		name: 'Other Responder',
		description: 'For example the escalation partner. The rules send nothing while the window is open.',
	},
};

const holder: INodeProperties = {
	displayName: 'Holder',
	name: 'holder',
	type: 'options',
	options: Object.entries(HOLDERS).map(([value, shown]) => ({ value, ...shown })),
	default: 'business',
	description:
		"The holder that the rules use until an event says otherwise. The gateway isn't told: use Release, Pass, or Take for that.",
};

/** Corrects who the rules think holds the conversation. */
export const setHolder: Operation = {
	value: 'setHolder',
	name: 'Set Holder',
	description: 'Correct who the rules think holds the conversation, if no event says so',
	action: 'Set the holder of a conversation',
	fields: [customerField, holder],
	forEachItem: tellRules(({ get }, about) => {
		const given = get<Holder>('holder');
		if (!Object.hasOwn(HOLDERS, given)) {
			throw new Error(`Holder must be one of ${Object.keys(HOLDERS).join(', ')}, not "${String(given)}".`);
		}
		return { kind: 'holder-set', ...about, holder: given };
	}),
};

const humanActive: INodeProperties = {
	displayName: 'A Person Is Answering',
	name: 'humanActive',
	type: 'boolean',
	default: true,
	hint: 'Only messages that are sent with a policy with the rule Human Active wait: save one with Policy: Save, and choose it in the option Policy of the nodes that send',
	description:
		"Whether someone on your team is answering this customer now. On: automatic messages wait from now on, as long as the policy's rule human-active says. Off: the person is done, and automatic messages go out again at once.",
};

const stillWaiting: INodeProperties = {
	displayName: 'Customer Still Waits',
	name: 'stillWaiting',
	type: 'boolean',
	default: false,
	displayOptions: { show: { humanActive: [true] } },
	description:
		"Whether a person is called but hasn't answered yet. The customer is then in the console under Needs a Person until someone on your team answers in the phone app or another system, or until this operation says so.",
};

const WAITS =
	'Automatic messages to this customer wait now, if they are sent with a policy that has the rule human-active turned on: add Human Active under Rules to Use in Policy: Save ("Create or change a policy" in n8n\'s list), and choose that policy in the option Policy of each node that sends.';
const NO_LONGER_WAITS =
	'The person is done: the rule human-active no longer holds automatic messages to this customer.';

/** Tells the rules that a person answers a customer, or no longer does. */
export const setHumanActive: Operation = {
	value: 'setHumanActive',
	name: 'Set Human Active',
	description:
		'Tell the rules that someone on your team is answering a customer, is called to, or is done. Turn on the rule human-active in a policy for this.',
	action: 'Set whether a human is active in a conversation',
	fields: [customerField, humanActive, stillWaiting],
	hint(output, context) {
		if (output.every((json) => 'error' in json)) return undefined;
		return context.getNodeParameter('humanActive', 0, true) ? WAITS : NO_LONGER_WAITS;
	},
	forEachItem: tellRules(({ get }, about) => {
		const active = get<unknown>('humanActive', true);
		if (typeof active !== 'boolean') {
			throw new Error(`A Person Is Answering must be true or false, not "${String(active)}".`);
		}
		const called = active && get<unknown>('stillWaiting', false) === true;
		return { kind: 'human-set', ...about, active, ...(called && { called }) };
	}),
};

const CATEGORIES = categories.map(({ value }) => String(value));
const ALL = 'all';
const choices = [{ name: 'All', value: ALL }, ...categories];

const optOutFields: INodeProperties[] = [
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
	fields: [customerField, ...optOutFields],
	forEachItem: tellRules(({ get }, about) => {
		const wanted = get<string>('optOut');
		const category = get<string>('optOutCategory');
		const isKnown = category === ALL || CATEGORIES.includes(category);
		const problems = [
			...(wanted === 'out' || wanted === 'in' ? [] : [`Customer Wants must be out or in, not "${wanted}".`]),
			...(isKnown ? [] : [`Category must be one of ${[ALL, ...CATEGORIES].join(', ')}, not "${category}".`]),
		];
		if (problems.length > 0) throw new Error(problems.join(' '));
		return {
			kind: 'opt-out-set',
			...about,
			categories: category === ALL ? CATEGORIES : [category],
			value: wanted === 'out' ? 'stop' : 'resume',
		};
	}),
};
