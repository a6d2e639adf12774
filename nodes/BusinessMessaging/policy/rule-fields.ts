import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { FactCatalogue, FactDefinition } from '../../../engine';
import { factCatalogue } from '../../../engine';
import { byName } from '../../shared/common-fields';
import { AUTOMATIC } from './place';

const choice = ([value, { label, description }]: [string, FactDefinition]): INodePropertyOptions => ({
	name: label,
	value,
	description,
});

const isOwn = ({ value }: INodePropertyOptions) => !Object.hasOwn(factCatalogue, String(value));

/** The facts of a catalog, as a form offers them: first those that the policy declares itself. */
export const factChoices = (catalogue: FactCatalogue): INodePropertyOptions[] =>
	Object.entries(catalogue)
		.map(choice)
		.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || byName(a, b));

/** How a fact ends the waiting: at its time, or when the condition that uses it no longer holds. */
const END_TEXTS: Readonly<Partial<Record<FactDefinition['type'], string>>> = {
	time: '',
	localTime: ': when the hours are over',
	weekday: ': when the days are over',
	date: ': when the dates are over',
	occurrences: ': when fewer count again',
};

/** When a rule that holds can ask again, as a form offers it. */
export const endChoices = (catalogue: FactCatalogue): INodePropertyOptions[] => [
	{ name: 'No Fixed Time', value: '', description: 'When something changes for the customer' },
	...Object.entries(catalogue)
		.flatMap(([value, definition]) => {
			const words = END_TEXTS[definition.type];
			if (words === undefined) return [];
			const description = definition.description.replace(/; 0 if .*$/, '.');
			return [{ ...choice([value, definition]), name: `${definition.label}${words}`, description }];
		})
		// First those that end with a condition of the rule.
		.sort((a, b) => Number(b.name.includes(': ')) - Number(a.name.includes(': '))),
];

/**
 * What the lists of facts depend on. n8n compares the values of fields, not of collections, so each name and type that
 * can be declared is one.
 */
const ON_OWN_FACTS = [
	'startFrom',
	...Array.from({ length: 20 }, (_, index) =>
		['name', 'label', 'type'].map((part) => `ownFacts.fact[${index}].${part}`),
	).flat(),
];

/** A fact of a message, of those that a method of the form lists. */
export const factFieldOf = (loadOptionsMethod: string, loadOptionsDependsOn: string[]): INodeProperties => ({
	displayName: 'Fact',
	name: 'fact',
	type: 'options',
	typeOptions: { loadOptionsMethod, loadOptionsDependsOn },
	// Whoever reads the description of the node, without asking the method, sees those of the package.
	options: factChoices(factCatalogue),
	default: 'window',
	description:
		'Something that is known about the customer or the message. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

/** What a fact is. */
export const factValueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	placeholder: 'open, yes, 90 s, 23:15, Saturday',
	description:
		'Depends on the fact: yes or no, a word, 90 s, 24 h, 23:15, Saturday, 2026-12-24, 2026-12-24T18:00:00+01:00. For messages that were sent, how long ago each was: 2 h, 3 d.',
};

/** Conditions on facts, with a form's own facts, values, and method that loads the operators of a fact. */
export const conditionsField = (
	fact: INodeProperties,
	getOperators: string,
	value: Pick<INodeProperties, 'description' | 'placeholder'>,
	dependsOn: readonly string[] = [],
): INodeProperties => ({
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Condition',
	default: {},
	options: [
		{
			displayName: 'Condition',
			name: 'condition',
			values: [
				fact,
				{
					displayName: 'Operator',
					name: 'operator',
					type: 'options',
					typeOptions: { loadOptionsMethod: getOperators, loadOptionsDependsOn: ['&fact', ...dependsOn] },
					// The list isn't seen to be loaded, as its method is a parameter. Nearly every condition begins with "is".
					// eslint-disable-next-line n8n-nodes-base/node-param-default-wrong-for-options
					default: 'equal',
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				{ displayName: 'Value', name: 'value', type: 'string', default: '', ...value },
			],
		},
	],
});

const conditions: INodeProperties = {
	...conditionsField(
		factFieldOf('getFacts', ON_OWN_FACTS),
		'getOperators',
		{
			placeholder: 'open, yes, 24 h, 21:00-08:00, Saturday',
			description:
				'Depends on the fact: yes or no, a word, several words separated by commas, 90 s, 24 h, 21:00-08:00, Saturday, 12-25, 2 per 24 h, twice a week, 2026-12-24T18:00:00+01:00',
		},
		ON_OWN_FACTS,
	),
	description: 'A rule without conditions always decides',
};

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'no-sundays',
	description: 'A rule with the name of a rule in the policy you start from replaces it',
};

/** How many of the conditions have to hold. */
export const match: INodeProperties = {
	displayName: 'If',
	name: 'match',
	type: 'options',
	options: [
		{ name: 'All Conditions Are Met', value: 'all' },
		{ name: 'Any Condition Is Met', value: 'any' },
		{ name: 'No Condition Is Met', value: 'none' },
	],
	default: 'all',
};

/** Conditions of which all, any, or none hold, as one condition of a rule. */
const groups: INodeProperties = {
	displayName: 'Groups of Conditions',
	name: 'groups',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Group',
	default: {},
	description: 'Each group counts as one more condition of the rule',
	options: [{ displayName: 'Group', name: 'group', values: [match, conditions] }],
};

const decision: INodeProperties = {
	displayName: 'Then',
	name: 'decision',
	type: 'options',
	options: [
		{ name: 'Hold', value: 'hold', description: 'Send nothing yet' },
		{
			name: 'Send Freeform',
			value: 'freeform',
			description: 'Send it now, past every rule below this one. The window must be open.',
		},
		{
			name: 'Send the Template',
			value: 'template',
			description: 'Send it now, at any time, and past every rule below this one: caps and quiet hours, too',
		},
		{ name: 'Skip', value: 'skip', description: 'Send nothing at all' },
	],
	default: 'hold',
};

const reason: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	placeholder: 'Nothing goes out on Sundays.',
	// n8n would refuse to run a form that lacks what is required, and hide the other problems.
	hint: 'Every rule needs a reason: a sentence that says why',
	description: 'A fact in braces is replaced by its value',
};

const retryAt: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Try Again At',
	name: 'retryAt',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getEnds', loadOptionsDependsOn: ON_OWN_FACTS },
	options: endChoices(factCatalogue),
	default: '',
	hint: 'If the rule is about hours, days, or how many messages, choose when those are over',
	description:
		'When the rules are asked again. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	displayOptions: { show: { decision: ['hold'] } },
};

const enabled: INodeProperties = {
	displayName: 'Turned On',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether the rule is used',
};

/** The rules of a policy, by choosing facts, operators, and values. */
export const rulesField: INodeProperties = {
	displayName: 'Your Own Rules',
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
			values: [name, match, conditions, groups, decision, reason, retryAt, enabled],
		},
	],
};

/** Rules that the form can't say. */
export const rulesAsJson: INodeProperties = {
	displayName: 'More Rules (JSON)',
	name: 'rulesJson',
	type: 'json',
	default: '[]',
	description:
		'One rule or a list of rules, as Policy: Get returns them, such as one with conditions in conditions. They come after Your Own Rules, as if you had added them there.',
};

const startFromField: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPoliciesToStartFrom' },
	default: 'strict',
	description:
		'The policy whose rules are copied, in addition to the rules below. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** A policy whose rules are copied. Workflows from before version 1.1 don't say that they start from none. */
export const startFrom: INodeProperties[] = [
	{ ...startFromField, displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } } },
	{ ...startFromField, displayOptions: { show: { '@version': [1] } }, default: '' },
];

const whenCopied = { displayOptions: { hide: { startFrom: [''] } } };

/** Rules of that policy to turn on or off, in nodes from before version 1.3, which has Rules to Use. */
export const switches: INodeProperties = {
	displayName: 'Turn Rules On or Off',
	name: 'switches',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getSwitches', loadOptionsDependsOn: ['startFrom'] },
	default: [],
	hint: 'Quiet hours and limits for templates are ready-made: turn them on here. For freeform too, or for other hours or numbers, add a rule below instead.',
	description:
		'The rules of the policy under Start From to turn on or off. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	displayOptions: { show: { '@version': [1, 1.1, 1.2] }, ...whenCopied.displayOptions },
};

const placeField: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Where New Rules Go',
	name: 'place',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPlaces', loadOptionsDependsOn: ['startFrom'] },
	default: AUTOMATIC,
	description:
		'Where the rules below go among the copied rules. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Where the rules of the form go among the copied ones. Before version 1.3, that was first. */
export const places: INodeProperties[] = [
	{
		...placeField,
		displayOptions: { show: { '@version': [{ _cnd: { gte: 1.3 } }] }, hide: { startFrom: [''] } },
	},
	{
		...placeField,
		displayOptions: { show: { '@version': [1, 1.1, 1.2] }, ...whenCopied.displayOptions },
		default: 'first',
	},
];
