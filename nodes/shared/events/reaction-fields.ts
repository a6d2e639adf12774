import type { INodeProperties } from 'n8n-workflow';
import { shippedReactions } from '../../../engine';

/** `template-paused` as people read it: Template Paused. */
const titleOf = (name: string) =>
	name.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`);

/** The policy whose reactions count. */
export const policy: INodeProperties = {
	displayName: 'Policy Name or ID',
	name: 'policy',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getPolicies' },
	default: 'strict',
	description:
		'The policy whose reactions the items carry: the shipped ones and its own. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The shipped reactions that start the workflow. */
export const reactions: INodeProperties = {
	displayName: 'Start Only on Reactions',
	name: 'reactions',
	type: 'multiOptions',
	options: shippedReactions
		.map(({ name }) => ({ name: titleOf(name), value: name }))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: [],
	description:
		'Starts the workflow only for events with one of these reactions, whatever is chosen in Events',
};

/** The policy's own reactions that start the workflow. */
export const ownReactions: INodeProperties = {
	displayName: 'Own Reactions to Start On',
	name: 'ownReactions',
	type: 'string',
	default: '',
	placeholder: 'vip-wrote, group-created',
	description: 'Names of reactions of the chosen policy that start the workflow too, separated by commas',
};
