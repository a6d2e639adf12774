import type { INodeProperties } from 'n8n-workflow';
import type { Condition, PolicyDocument } from '../../../engine';
import { text } from '../../shared/read/values';

export type Row = Record<string, unknown>;

/** A rule of the built-in policies that is off, with numbers of one's own. */
export interface ReadyMade {
	/** What the form stores. */
	name: string;
	displayName: string;
	/** The rule in the policy. */
	rule: string;
	/** What the form asks for. The defaults are what the built-in rule has. */
	fields: INodeProperties[];
	/** What the rule's conditions on these facts, with these operators, compare with. */
	compared(row: Row): Condition[];
	/** A condition that the rule asks besides, if the form names one. */
	also?(row: Row): Condition | undefined;
	/** The fact that the rule counts instead, and what it's called in the reason. */
	instead?(
		row: Row,
	): { fact: string; by: string; words: readonly [said: string, instead: string] } | undefined;
}

/** What errors call a ready-made rule: its name in the form, without what explains it. */
export const labelOf = ({ displayName }: Pick<ReadyMade, 'displayName'>): string =>
	displayName.split(' (')[0]!;

const field = (
	name: string,
	displayName: string,
	value: number | string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: typeof value === 'number' ? 'number' : 'string',
	...(typeof value === 'number' && { typeOptions: { minValue: 1 } }),
	default: value,
	description,
});

const period = (name: string, displayName: string, value: string): INodeProperties => ({
	...field(name, displayName, value, 'A number and a unit, or in words'),
	hint: 'For example 90 s, 30 min, 24 h, 7 d, or 1 week',
});

/** `a week` is one week. */
const spanOf = (within: unknown): string => text(within).replace(/^(?:an?|one)\s+/i, '1 ');

const hour = (name: string, displayName: string, value: string): INodeProperties => ({
	...field(name, displayName, value, "In the customer's time zone"),
	hint: 'For example 21:00, 21, or 9 pm',
});

const categoriesField = (description: string): INodeProperties => ({
	displayName: 'Categories',
	name: 'categories',
	type: 'multiOptions',
	options: [
		{ name: 'Marketing', value: 'MARKETING' },
		{ name: 'Utility', value: 'UTILITY' },
	],
	default: ['MARKETING'],
	description,
});

const amountField = (value: number): INodeProperties => ({
	displayName: 'At Most',
	name: 'atMost',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: value,
	hint: "In the currency of the account's prices, which Money: Get Prices shows",
});

/** All that can be capped: a message without a category, too. */
const ANY_CATEGORY = ['MARKETING', 'UTILITY', 'none'];

/** What messages of a category may cost. A message whose category nobody knows counts as one of them. */
const spendCap = (
	rule: string,
	fact: string,
	shown: Pick<ReadyMade, 'name' | 'displayName'>,
	value: number,
): ReadyMade => ({
	...shown,
	rule,
	fields: [
		amountField(value),
		{
			displayName: 'Count Together',
			name: 'together',
			type: 'boolean',
			default: false,
			description:
				'Whether marketing and utility share one cap. Otherwise, each category has a cap of its own.',
		},
		{
			...categoriesField('Each category has a cap of its own'),
			displayOptions: { show: { together: [false] } },
		},
	],
	compared: ({ categories, atMost, together }) => [
		{
			fact: 'category',
			operator: 'in',
			value: together === true ? ANY_CATEGORY : [...(categories as string[]), 'none'],
		},
		{ fact, operator: 'greaterThan', value: atMost },
	],
	instead: ({ together }) =>
		together === true
			? { fact, by: `${fact}Together`, words: ['{category} messages', 'marketing and utility messages'] }
			: undefined,
});

/** The customers that a rule is for, by a fact of the policy's own. */
const groupFields: INodeProperties[] = [
	{
		...field('groupFact', 'Customer Group', '', ''),
		placeholder: 'vip',
		description:
			'The name of a fact of your own, which the policy declares under Your Own Facts. If it is empty, the rule is for all customers.',
	},
	{
		displayName: 'Comparison',
		name: 'groupOperator',
		type: 'options',
		options: [
			{ name: 'Is', value: 'equal' },
			{ name: 'Is Not', value: 'notEqual' },
		],
		default: 'equal',
		description: 'Which customers the rule is for: those whose fact has the value, or the others',
	},
	field('groupValue', 'Value', '', 'What the fact is compared with: true, gold, or 3'),
];

const groupOf = ({ groupFact, groupOperator, groupValue }: Row): Condition | undefined => {
	const fact = text(groupFact).trim();
	return fact === '' ? undefined : { fact, operator: text(groupOperator), value: groupValue };
};

/** Every ready-made rule: one more is one more row. */
export const READY_MADE: readonly ReadyMade[] = [
	{
		name: 'quietHours',
		displayName: 'Quiet Hours (No Templates, Except Login Codes)',
		rule: 'quiet-hours',
		fields: [hour('from', 'From', '21:00'), hour('to', 'Until', '08:00')],
		compared: ({ from, to }) => [
			{ fact: 'localTime', operator: 'withinHours', value: `${text(from)}-${text(to)}` },
		],
	},
	{
		name: 'frequencyCap',
		displayName: 'Frequency Cap (Marketing Templates for Each Customer)',
		rule: 'frequency-cap',
		fields: [
			field('atMost', 'At Most', 2, 'How many marketing templates a customer gets within the period'),
			period('within', 'In', '24 h'),
		],
		compared: ({ atMost, within }) => [
			{ fact: 'marketingSent', operator: 'reaches', value: `${text(atMost)} per ${spanOf(within)}` },
		],
	},
	{
		name: 'humanActive',
		displayName: 'Human Active (Nothing Automatic After an Answer)',
		rule: 'human-active',
		fields: [period('within', 'For', '30 min')],
		compared: ({ within }) => [
			{ fact: 'humanReplied', operator: 'reaches', value: `1 per ${spanOf(within)}` },
		],
	},
	{
		name: 'loopGuard',
		displayName: 'Loop Guard (Stops Two Bots That Answer Each Other)',
		rule: 'loop-guard',
		fields: [
			field('inARow', 'Messages in a Row', 5, 'How many messages go out until the customer writes again'),
			field('atMost', 'Messages at Most', 100, 'How many messages a customer gets within the period'),
			period('within', 'In', '24 h'),
		],
		compared: ({ inARow, atMost, within }) => [
			{ fact: 'messagesSinceReply', operator: 'greaterThanInclusive', value: inARow },
			{ fact: 'messagesSent', operator: 'reaches', value: `${text(atMost)} per ${spanOf(within)}` },
		],
	},
	{
		name: 'newCustomersCap',
		displayName: 'New Customers Cap (for the Number)',
		rule: 'new-customers-cap',
		fields: [
			field('atMost', 'At Most in 24 H', 250, 'How many new customers the number writes to in 24 hours'),
		],
		compared: ({ atMost }) => [{ fact: 'newCustomers', operator: 'greaterThanInclusive', value: atMost }],
	},
	{
		name: 'windowClosing',
		displayName: 'Window Closing (Waits, and Sends the Template After It)',
		rule: 'window-closing',
		fields: [period('within', 'In the Last', '60 s')],
		compared: ({ within }) => [
			{ fact: 'windowClosesIn', operator: 'lessThanInclusive', value: text(within) },
		],
	},
	spendCap(
		'spend-cap',
		'spentToday',
		{ name: 'spendCap', displayName: "Spend Cap of a Day (Waits Until the Account's Day Ends)" },
		100,
	),
	spendCap(
		'spend-cap-of-month',
		'spentThisMonth',
		{ name: 'spendCapOfMonth', displayName: "Spend Cap of a Month (Waits Until the Account's Month Ends)" },
		1_000,
	),
	{
		name: 'campaignBudget',
		displayName: 'Campaign Budget (for Each Campaign and Category)',
		rule: 'campaign-budget',
		fields: [amountField(100)],
		compared: ({ atMost }) => [{ fact: 'spentByCampaign', operator: 'greaterThan', value: atMost }],
	},
	{
		name: 'freeOnly',
		displayName: 'Free Only (Waits While It Would Cost Something)',
		rule: 'free-only',
		fields: [
			categoriesField(
				'What goes out only while it costs nothing. With a customer group and no category: everything but login codes.',
			),
			...groupFields,
		],
		compared({ categories, groupFact }) {
			const isOfGroup = (categories as string[]).length === 0 && text(groupFact).trim() !== '';
			return [{ fact: 'category', operator: 'in', value: isOfGroup ? ANY_CATEGORY : categories }];
		},
		also: groupOf,
	},
];

/** The fields whose values a ready-made rule compares a fact with, by their labels. */
export function fieldsComparing(label: string, { fact, operator }: Condition): string[] {
	const { fields = [], compared } = READY_MADE.find((each) => labelOf(each) === label) ?? {};
	const marked = ({ name, type }: INodeProperties) => (type === 'multiOptions' ? [`{${name}}`] : `{${name}}`);
	const conditions = compared?.(Object.fromEntries(fields.map((each) => [each.name, marked(each)]))) ?? [];
	const { value } = conditions.find((one) => one.fact === fact && one.operator === operator) ?? {};
	return fields
		.filter(({ name }) => String(value).includes(`{${name}}`))
		.map(({ displayName }) => displayName);
}

const HAVE_ROWS: ReadonlySet<string> = new Set(READY_MADE.map(({ rule }) => rule));

/** Whether the form turns a rule on by a row of its own. */
export const hasRow = ({ name }: Pick<PolicyDocument['rules'][number], 'name'>): boolean =>
	HAVE_ROWS.has(name);
