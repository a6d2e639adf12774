import type { INodeProperties } from 'n8n-workflow';
import { eventFactCatalogue } from '../../../engine';
import { conditionsField, factChoices, match } from './rule-fields';

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'vip-wrote',
	description:
		'What items call it in reactions[].name. A reaction with the name of a built-in one, or of one in the policy you start from, replaces it.',
};

/** A fact of an event. */
const factField: INodeProperties = {
	displayName: 'Fact',
	name: 'fact',
	type: 'options',
	options: factChoices(eventFactCatalogue),
	default: 'kind',
	description: 'Something that is known about the event',
};

const conditions: INodeProperties = {
	...conditionsField(factField, 'getEventOperators', {
		placeholder: 'message, yes, list, 131049',
		description:
			'Depends on the fact: yes or no, a number, a word, several words separated by commas. A word has to be spelled as in items of the triggers.',
	}),
	description: 'Each fits events of several kinds, so begin with the kind',
};

const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	placeholder: '{contact} asked for the menu.',
	// n8n would refuse to run a form that lacks what is required, and hide the other problems.
	hint: 'Every reaction needs a text: a sentence that says what happened',
	description: 'A fact in braces is replaced by its value',
};

const enabled: INodeProperties = {
	displayName: 'Turned On',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether the reaction is used. Turn it off to do without a built-in one.',
};

/** The policy's own reactions to events, by choosing facts, operators, and values. */
export const reactionsField: INodeProperties = {
	displayName: 'Reactions',
	name: 'reactions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Reaction',
	default: {},
	description:
		'Your own reactions to events, in addition to the built-in ones. All that fit an event are in its item, and the triggers can start only on them: choose this policy in their option Policy, and enter the names in Own Reactions to Start On.',
	options: [{ displayName: 'Reaction', name: 'reaction', values: [name, match, conditions, text, enabled] }],
};
