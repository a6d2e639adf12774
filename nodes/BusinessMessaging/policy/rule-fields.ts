import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { FactDefinition } from '../../../engine';
import { factCatalogue } from '../../../engine';

const FACTS: Array<[string, FactDefinition]> = Object.entries(factCatalogue);

const choice = ([value, { label, description }]: [string, FactDefinition]): INodePropertyOptions => ({
	name: label,
	value,
	description,
});

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

const FACT_CHOICES = FACTS.map(choice).sort(byName);

/** What of a fact tells when waiting is over: its time, or the end of the condition that asks it. */
const END_IN_WORDS: Readonly<Partial<Record<FactDefinition['type'], string>>> = {
	time: '',
	localTime: ', when the hours of its condition are over',
	occurrences: ', when fewer count again',
};

const END_CHOICES = FACTS.flatMap(([value, definition]) => {
	const words = END_IN_WORDS[definition.type];
	return words === undefined ? [] : [{ ...choice([value, definition]), name: `${definition.label}${words}` }];
});

const conditions: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Condition',
	default: {},
	description: 'Without conditions the rule always decides',
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
				{
					displayName: 'Fact',
					name: 'fact',
					type: 'options',
					options: FACT_CHOICES,
					default: 'window',
				},
				{
					displayName: 'Operator Name or ID',
					name: 'operator',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getOperators', loadOptionsDependsOn: ['&fact'] },
					default: 'equal',
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'open',
					description:
						'As the fact has it: yes or no, a word, several separated by commas, 90 s, 24 h, 21:00-08:00, 2 per 24 h, 2026-12-24T18:00:00+01:00',
				},
			],
		},
	],
};

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'quiet-hours',
	description: 'A rule with the name of one that is taken over stands in its place',
};

const match: INodeProperties = {
	displayName: 'If',
	name: 'match',
	type: 'options',
	options: [
		{ name: 'All Conditions Hold', value: 'all' },
		{ name: 'Any Condition Holds', value: 'any' },
	],
	default: 'all',
};

const decision: INodeProperties = {
	displayName: 'Then',
	name: 'decision',
	type: 'options',
	options: [
		{ name: 'Hold', value: 'hold', description: 'Send nothing yet' },
		{ name: 'Send Freeform', value: 'freeform' },
		{ name: 'Send the Template', value: 'template' },
		{ name: 'Skip', value: 'skip', description: 'Send nothing at all' },
	],
	default: 'hold',
};

const reason: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	placeholder: 'The window closes at {windowClosesAt}: nothing goes out before.',
	description: 'A sentence for people. A fact in braces is replaced by what it is.',
};

const retryAt: INodeProperties = {
	displayName: 'Try Again At',
	name: 'retryAt',
	type: 'options',
	options: [{ name: 'Not Known', value: '' }, ...END_CHOICES],
	default: '',
	description: 'When waiting is over, where the rule holds',
	displayOptions: { show: { decision: ['hold'] } },
};

const enabled: INodeProperties = {
	displayName: 'Switched On',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether the rule counts',
};

/** The rules of a policy, by picking facts, operators and values. */
export const rulesField: INodeProperties = {
	displayName: 'Rules',
	name: 'rules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Rule',
	default: {},
	description: 'In their order: the first whose conditions hold decides',
	options: [
		{
			displayName: 'Rule',
			name: 'rule',
			values: [name, match, conditions, decision, reason, retryAt, enabled],
		},
	],
};

/** A policy whose rules are taken over. */
export const startFrom: INodeProperties = {
	displayName: 'Start From Policy Name or ID',
	name: 'startFrom',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPoliciesToStartFrom' },
	default: '',
	description:
		'Whose rules are taken over, beside those below. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const whereTakenOver = { displayOptions: { hide: { startFrom: [''] } } };

/** Rules of that policy that are to count, or not to count any more. */
export const switches: INodeProperties = {
	displayName: 'Switch Rules Names or IDs',
	name: 'switches',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getSwitches', loadOptionsDependsOn: ['startFrom'] },
	default: [],
	description:
		'Rules that are taken over, and switched on or off. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	...whereTakenOver,
};

/** Where the rules of the form go among those of that policy. */
export const place: INodeProperties = {
	displayName: 'Place of New Rules Name or ID',
	name: 'place',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPlaces', loadOptionsDependsOn: ['startFrom'] },
	default: 'first',
	description:
		'Where the rules below go among those that are taken over. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	...whereTakenOver,
};
