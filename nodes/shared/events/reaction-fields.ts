import type { INodeProperties } from 'n8n-workflow';
import { shippedReactions } from '../../../engine';
import { byName } from '../fields/by-name';

/** `template-paused` as a title: Template Paused. */
const titleOf = (name: string) =>
	name.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`);

/** The policy whose reactions are used. */
export const policy: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Policy',
	name: 'policy',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPolicies' },
	default: 'strict',
	description:
		'The policy whose reactions the items contain: the built-in ones and its own. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The shipped reactions that start the workflow. */
export const reactions: INodeProperties = {
	displayName: 'Start Only on Reactions',
	name: 'reactions',
	type: 'multiOptions',
	options: shippedReactions.map(({ name }) => ({ name: titleOf(name), value: name })).sort(byName),
	default: [],
	description:
		'Start the workflow only for events with one of these reactions, regardless of Events. Held By still applies.',
};

/** The policy's own reactions that start the workflow. */
export const ownReactions: INodeProperties = {
	displayName: 'Own Reactions to Start On',
	name: 'ownReactions',
	type: 'string',
	default: '',
	placeholder: 'vip-wrote, group-created',
	description: "Names of the policy's own reactions that also start the workflow, separated by commas",
};
