import type { INodeProperties } from 'n8n-workflow';
import { policies } from '../../../engine';

/** A policy document as JSON; filled in with the strict one to start from. */
export const documentField: INodeProperties = {
	displayName: 'Policy (JSON)',
	name: 'document',
	type: 'json',
	typeOptions: { rows: 14 },
	required: true,
	default: JSON.stringify({ ...policies.strict, name: 'my-policy' }, null, 2),
	displayOptions: { show: { definitionInput: ['json'] } },
	description:
		'Named rules in order, each a rule of JSON-rules-engine, and reactions of your own to events; a name above goes before the one in it',
};

/** The name of a policy. */
export const nameField: INodeProperties = {
	displayName: 'Policy Name',
	name: 'policyName',
	type: 'string',
	default: '',
	placeholder: 'my-policy',
	description: 'Of one that was saved, or is to be; strict and platform come with the package',
};

/** What a policy is for, in the lists that offer it. */
export const descriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'policyDescription',
	type: 'string',
	default: '',
	placeholder: 'No marketing at night',
};

/** Facts to try a policy with. */
export const factsField: INodeProperties = {
	displayName: 'Facts',
	name: 'facts',
	type: 'json',
	default: '{ "window": "open", "holder": "agent", "hasFreeform": true }',
	description:
		'The facts that matter. The others are as for a customer who never wrote, with nothing to send.',
};
