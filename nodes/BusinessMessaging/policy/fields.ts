import type { INodeProperties } from 'n8n-workflow';
import { shippedPolicy } from '../../../engine';
import { definitionInput } from '../../shared/common-fields';
import { reactionsField } from './reaction-fields';
import { ownFactsField } from './own-fact-fields';
import { rulesToUse } from './rules-to-use';
import {
	factFieldOf,
	factValueField,
	places,
	rulesAsJson,
	rulesField,
	startFrom,
	switches,
} from './rule-fields';

/**
 * A policy document as JSON. It begins with the strict policy, for ever in this version: n8n doesn't store what equals the
 * default, so a newer one would change stored workflows.
 */
const documentField: INodeProperties = {
	displayName: 'Policy (JSON)',
	name: 'document',
	type: 'json',
	typeOptions: { rows: 14 },
	required: true,
	default: JSON.stringify({ ...shippedPolicy('strict', 2), name: 'my-policy' }, null, 2),
	displayOptions: { show: { definitionInput: ['json'] } },
	hint: 'A whole policy. To add single rules as JSON to another one, choose Define: Using Fields Below, and use More Rules (JSON).',
	description:
		'Named rules in order, each in the format of JSON-rules-engine, and your own reactions to events. Policy Name overrides the name in the JSON.',
};

/** The name of a policy. */
const nameField: INodeProperties = {
	displayName: 'Policy Name',
	name: 'policyName',
	type: 'string',
	default: '',
	placeholder: 'my-policy',
	displayOptions: { hide: { definitionInput: ['saved'] } },
	description: 'The name of a saved policy or a new one. The policies strict and platform are built in.',
};

/** A policy that exists, from the list. */
export const existingPolicyField: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Policy',
	name: 'policyName',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPolicies' },
	default: 'strict',
	description:
		'A built-in policy, or one that you saved. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** How a check is told what to check. */
const definitionToCheck: INodeProperties = {
	...definitionInput,
	options: [{ name: 'A Saved Policy', value: 'saved' }, ...definitionInput.options!],
};

/** The policy to check, if it is one that exists. */
const policyToCheck: INodeProperties = {
	...existingPolicyField,
	// A name of its own: n8n loads the list of a field only when it draws one of another name.
	name: 'policyToCheck',
	displayOptions: { show: { definitionInput: ['saved'] } },
};

/** What a policy is for, in the lists that offer it. */
const descriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'policyDescription',
	type: 'string',
	default: '',
	placeholder: 'No marketing at night',
};

/** Facts to test a policy with, by choosing them from a list. */
export const factRowsField: INodeProperties = {
	displayName: 'Facts',
	name: 'factRows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Fact',
	default: {},
	description:
		'The facts that matter. All others are those of a customer who never wrote, with nothing to send.',
	options: [
		{
			displayName: 'Fact',
			name: 'fact',
			values: [factFieldOf('getFactsOfPolicy', ['policyName']), factValueField],
		},
	],
};

/** The same as JSON. */
export const factsField: INodeProperties = {
	displayName: 'Facts (JSON)',
	name: 'facts',
	type: 'json',
	default: '{ "window": "open", "holder": "agent", "hasFreeform": true }',
	hint: 'Used only if no fact is added above',
	description:
		'The facts as JSON, if you add none above. It can also be a decision: an item of Get Timeline as it is.',
	displayOptions: { hide: { '/factRows.fact': [{ _cnd: { exists: true } }] } },
};

const definitionFields: INodeProperties[] = [
	nameField,
	documentField,
	...[
		descriptionField,
		...startFrom,
		switches,
		rulesToUse,
		ownFactsField,
		...places,
		rulesField,
		rulesAsJson,
		reactionsField,
	].map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, definitionInput: ['fields'] },
		},
	})),
];

/** A policy, as JSON or by choosing from lists. */
export const policyFields: INodeProperties[] = [definitionInput, ...definitionFields];

/** The same, or a policy that exists. */
export const fieldsToCheck: INodeProperties[] = [definitionToCheck, policyToCheck, ...definitionFields];
