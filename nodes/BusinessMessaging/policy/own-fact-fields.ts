import type { INodeProperties } from 'n8n-workflow';
import type { OwnFact } from '../../../engine';
import { catalogueOf, readTypedValue } from '../../../engine';
import { entriesOf, readList, text } from '../../shared/read/values';

/** What a fact is made of, in the order in which people fill it in. */
const parts: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'vip',
		description: 'Letters, digits, and underscores. The option Facts of the nodes that send uses it.',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Number', value: 'number' },
			{ name: 'Text', value: 'text' },
			{ name: 'Time', value: 'time', description: 'In ISO 8601, with its time zone' },
			{ name: 'Yes or No', value: 'boolean' },
		],
		default: 'boolean',
	},
	{
		displayName: 'If Missing',
		name: 'missing',
		type: 'string',
		default: '',
		placeholder: 'e.g. no',
		hint: 'If empty, messages without it are held when a rule needs it',
		description: "What it is for messages that don't say it",
	},
	{
		displayName: 'Label',
		name: 'label',
		type: 'string',
		default: '',
		placeholder: 'e.g. VIP',
		description: 'What the list of facts and reasons call it. Defaults to the name.',
	},
	{
		displayName: 'Possible Values',
		name: 'values',
		type: 'string',
		default: '',
		placeholder: 'gold, silver, none',
		description: 'Every value that it can have, separated by commas. If empty, any text.',
		displayOptions: { show: { type: ['text'] } },
	},
];

/** Facts that the messages bring along, beside those of the package. */
export const ownFactsField: INodeProperties = {
	displayName: 'Your Own Facts',
	name: 'ownFacts',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Fact of Your Own',
	default: {},
	description:
		'What only you know about a customer or a message, such as whether the customer is a VIP. The rules below can ask for it, and the nodes that send say what it is, in their option Facts.',
	options: [
		{
			displayName: 'Fact',
			name: 'fact',
			values: parts,
		},
	],
};

/** The rows of the form, as far as they're filled in. */
const rowsOf = (given: unknown) =>
	entriesOf(given, 'fact').filter(({ name, label, missing }) =>
		[name, label, missing].some((part) => text(part) !== ''),
	);

function ownFactOf({ type: chosen, label, missing, values }: Record<string, unknown>): OwnFact {
	const type = text(chosen) as OwnFact['type'];
	const possible = type === 'text' ? readList(values) : [];
	const declared: OwnFact = {
		type,
		...(text(label) !== '' && { label: text(label) }),
		...(possible.length > 0 && { values: possible }),
	};
	if (text(missing) === '') return declared;
	const catalogue = catalogueOf({ facts: { own: declared } });
	return { ...declared, missing: readTypedValue('own', 'equal', missing, catalogue) as OwnFact['missing'] };
}

/**
 * The facts that the form declares, by name.
 * @throws Error that names those that have several rows
 */
export function readDeclared(given: unknown): Record<string, OwnFact> {
	const rows = rowsOf(given);
	const names = rows.map(({ name }) => text(name));
	const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
	if (repeated.size > 0) {
		const list = [...repeated].map((name) => name || 'the empty name').join(', ');
		throw new Error(`Your Own Facts has more than one row for ${list}. Keep one of each.`);
	}
	return Object.fromEntries(rows.map((row, index) => [names[index]!, ownFactOf(row)]));
}
