import type { INodeProperties } from 'n8n-workflow';
import { policies } from '../../../engine';

/** A policy document as JSON; filled in with the strict one to start from. */
export const documentField: INodeProperties = {
	displayName: 'Policy',
	name: 'document',
	type: 'json',
	typeOptions: { rows: 14 },
	required: true,
	default: JSON.stringify({ ...policies.strict, name: 'my-policy' }, null, 2),
	description: 'Named rules in order, each a rule of JSON-rules-engine; the first that fires decides',
};

/** The name of a shipped policy, or of one that was saved. */
export const nameField: INodeProperties = {
	displayName: 'Policy Name',
	name: 'policyName',
	type: 'string',
	required: true,
	default: 'strict',
	description: 'A shipped policy (strict, platform), or one that was saved',
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
