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

/** How a fact ends the waiting: at its time, or when the condition that uses it no longer holds. */
const END_TEXTS: Readonly<Partial<Record<FactDefinition['type'], string>>> = {
	time: '',
	localTime: ', when the hours in its condition are over',
	occurrences: ', when fewer messages count again',
};

const END_CHOICES = FACTS.flatMap(([value, definition]) => {
	const words = END_TEXTS[definition.type];
	return words === undefined ? [] : [{ ...choice([value, definition]), name: `${definition.label}${words}` }];
});

const conditions: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Condition',
	default: {},
	description: 'Without conditions, the rule always decides',
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
						'Depends on the fact: yes or no, a word, several words separated by commas, 90 s, 24 h, 21:00-08:00, 2 per 24 h, 2026-12-24T18:00:00+01:00',
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
	description: 'A rule with the name of a rule in the policy you start from replaces it',
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
	placeholder: 'The window closes at {windowClosesAt}. Nothing is sent before.',
	description: 'A sentence for people. A fact in braces is replaced by its value.',
};

const retryAt: INodeProperties = {
	displayName: 'Try Again At',
	name: 'retryAt',
	type: 'options',
	options: [{ name: 'Not Known', value: '' }, ...END_CHOICES],
	default: '',
	description: 'When the rules are asked again',
	displayOptions: { show: { decision: ['hold'] } },
};

const enabled: INodeProperties = {
	displayName: 'Switched On',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether the rule is used',
};

/** The rules of a policy, by choosing facts, operators, and values. */
export const rulesField: INodeProperties = {
	displayName: 'Rules',
	name: 'rules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Rule',
	default: {},
	description: 'The first rule whose conditions hold decides',
	options: [
		{
			displayName: 'Rule',
			name: 'rule',
			values: [name, match, conditions, decision, reason, retryAt, enabled],
		},
	],
};

/** A policy whose rules are copied. */
export const startFrom: INodeProperties = {
	displayName: 'Start From Policy Name or ID',
	name: 'startFrom',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPoliciesToStartFrom' },
	default: '',
	description:
		'The policy whose rules are copied, in addition to the rules below. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const whenCopied = { displayOptions: { hide: { startFrom: [''] } } };

/** Rules of that policy to switch on or off. */
export const switches: INodeProperties = {
	displayName: 'Switch Rules Names or IDs',
	name: 'switches',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getSwitches', loadOptionsDependsOn: ['startFrom'] },
	default: [],
	description:
		'The copied rules to switch on or off. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	...whenCopied,
};

/** Where the rules of the form go among the copied ones. */
export const place: INodeProperties = {
	displayName: 'Place of New Rules Name or ID',
	name: 'place',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPlaces', loadOptionsDependsOn: ['startFrom'] },
	default: 'first',
	description:
		'Where the rules below go among the copied rules. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	...whenCopied,
};
