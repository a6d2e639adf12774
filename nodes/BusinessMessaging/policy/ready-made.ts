import type { INodeProperties } from 'n8n-workflow';
import type { Condition, Conditions, PolicyDocument } from '../../../engine';
import { isObject } from '../../../base';
import { catalogueOf, readTypedValue } from '../../../engine';
import { singleConditions } from '../../../rules';
import { text } from '../../shared/read/values';

type Row = Record<string, unknown>;

/** A rule of the built-in policies that is off, with numbers of one's own. */
interface ReadyMade {
	/** What the form stores. */
	name: string;
	displayName: string;
	/** The rule in the policy. */
	rule: string;
	/** What the form asks for. The defaults are what the built-in rule has. */
	fields: INodeProperties[];
	/** What the rule's conditions on these facts, with these operators, compare with. */
	compared(row: Row): Condition[];
}

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

const period = (name: string, displayName: string, value: string) =>
	field(name, displayName, value, 'A number and a unit: 90 s, 30 min, 24 h, 7 d, or in words: 1 week');

const hour = (name: string, displayName: string, value: string) =>
	field(name, displayName, value, "In the customer's time zone: 21:00, 21, or 9 pm");

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
			{ fact: 'marketingSent', operator: 'reaches', value: `${text(atMost)} per ${text(within)}` },
		],
	},
	{
		name: 'humanActive',
		displayName: 'Human Active (Nothing Automatic After an Answer)',
		rule: 'human-active',
		fields: [period('within', 'For', '30 min')],
		compared: ({ within }) => [{ fact: 'humanReplied', operator: 'reaches', value: `1 per ${text(within)}` }],
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
			{ fact: 'messagesSent', operator: 'reaches', value: `${text(atMost)} per ${text(within)}` },
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
];

/** The rules that the form has no row of its own for, by what happens to them. */
const SWITCHED = { turnOn: true, turnOff: false } as const;

const switchedField = (
	name: keyof typeof SWITCHED,
	displayName: string,
	method: string,
): INodeProperties => ({
	displayName: 'Rule Names or IDs',
	name: 'rules',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: method, loadOptionsDependsOn: ['/startFrom'] },
	default: [],
	description: `The rules of the policy under Start From to turn ${displayName}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	...(name === 'turnOff' && {
		hint: 'A message that one of them would have held or skipped goes on to the next rule',
	}),
});

/** Ready-made rules, each with its numbers, and other rules of the policy to start from. */
export const rulesToUse: INodeProperties = {
	displayName: 'Rules to Use',
	name: 'rulesToUse',
	type: 'fixedCollection',
	placeholder: 'Add Ready-Made Rule',
	default: {},
	description:
		'Ready-made rules that are off in the policy you start from, with your hours and numbers. For anything else, add a rule below.',
	options: [
		...READY_MADE.map(({ name, displayName, fields }) => ({ displayName, name, values: fields })),
		{
			displayName: 'Turn On Other Rules',
			name: 'turnOn',
			values: [switchedField('turnOn', 'on', 'getRulesToTurnOn')],
		},
		{
			displayName: 'Turn Off Rules',
			name: 'turnOff',
			values: [switchedField('turnOff', 'off', 'getRulesToTurnOff')],
		},
	],
	displayOptions: { show: { '@version': [{ _cnd: { gte: 1.3 } }] }, hide: { startFrom: [''] } },
};

type PolicyRule = PolicyDocument['rules'][number];

/** Conditions with other values where they ask the same. */
function withValues(conditions: Conditions, compared: readonly Condition[]): Conditions {
	const each = (part: Conditions) => withValues(part, compared);
	if ('all' in conditions) return { all: conditions.all.map(each) };
	if ('any' in conditions) return { any: conditions.any.map(each) };
	if ('not' in conditions) return { not: each(conditions.not) };
	const { fact, operator } = conditions;
	return compared.find((one) => one.fact === fact && one.operator === operator) ?? conditions;
}

/** What the form says of a rule of the policy to start from. */
export interface UsedRule {
	enabled: boolean;
	/** With the values of the form; absent for a rule that is only turned on or off. */
	conditions?: Conditions;
	/** What the form calls it. */
	label: string;
}

const typed = ({ fact, operator, value }: Condition): Condition => ({
	fact,
	operator,
	value: readTypedValue(fact, operator, value),
});

/** @throws Error for a policy that hasn't got the rule, or whose rule asks something else */
function usedBy(
	{ rule: name, displayName, fields, compared }: ReadyMade,
	row: Row,
	base: PolicyDocument,
): UsedRule {
	const [label] = displayName.split(' (') as [string];
	const defaults = Object.fromEntries(fields.map((each) => [each.name, each.default]));
	const values = compared({ ...defaults, ...row }).map(typed);
	const rule = base.rules.find((each) => each.name === name);
	const asked = rule ? singleConditions(rule.conditions) : [];
	const missing = values.find(
		({ fact, operator }) => !asked.some((one) => one.fact === fact && one.operator === operator),
	);
	if (!rule || missing) {
		const why = rule
			? `its rule ${name} doesn't compare ${catalogueOf(base)[missing!.fact]!.label}`
			: `it has no rule ${name}`;
		throw new Error(
			`Rules to Use: ${label} can't be used with the policy "${base.name}", because ${why}. Remove ${label} there, start from strict, or add a rule below.`,
		);
	}
	return { enabled: true, conditions: withValues(rule.conditions, values), label };
}

function switchedBy(
	name: keyof typeof SWITCHED,
	row: Row,
	rules: readonly string[],
): Array<[string, UsedRule]> {
	const chosen = [row.rules ?? []].flat().map(String);
	const unknown = chosen.filter((rule) => !rules.includes(rule));
	const label = name === 'turnOn' ? 'Turn On Other Rules' : 'Turn Off Rules';
	if (unknown.length > 0) {
		throw new Error(
			`Rules to Use, ${label}: these rules don't exist: ${unknown.join(', ')}. Use names of these rules: ${rules.join(', ')}.`,
		);
	}
	return chosen.map((rule) => [rule, { enabled: SWITCHED[name], label }]);
}

/**
 * What the form says of the rules of the policy to start from, by their names.
 * @throws Error for what that policy hasn't got
 */
export function readRulesToUse(given: unknown, base: PolicyDocument): Map<string, UsedRule> {
	const rows = isObject(given) ? given : {};
	const rowOf = (name: string) => (isObject(rows[name]) ? rows[name] : undefined);
	const names = base.rules.map(({ name }) => name);
	const switched = (Object.keys(SWITCHED) as Array<keyof typeof SWITCHED>).flatMap((name) =>
		switchedBy(name, rowOf(name) ?? {}, names),
	);
	const used = READY_MADE.flatMap((each): Array<[string, UsedRule]> => {
		const row = rowOf(each.name);
		return row ? [[each.rule, usedBy(each, row, base)]] : [];
	});
	return new Map([...switched, ...used]);
}

const HAVE_ROWS: ReadonlySet<string> = new Set(READY_MADE.map(({ rule }) => rule));

/** Whether the form turns a rule on by a row of its own. */
export const hasRow = ({ name }: Pick<PolicyRule, 'name'>): boolean => HAVE_ROWS.has(name);
