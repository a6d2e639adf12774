import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Intent, PolicyDocument } from '../../../engine';
import { problemsOfOwnFacts } from '../../../engine';
import { ProblemList } from '../errors/item-errors';
import { entriesOf, readList, text } from '../read/values';

/** What is known of the policy's own facts, for each item. */
export const factsOption: INodeProperties = {
	displayName: 'Facts',
	name: 'facts',
	type: 'assignmentCollection',
	typeOptions: { assignment: { hideType: true } },
	default: {},
	description:
		"Facts of your own that the policy's rules ask for, such as <code>vip</code>. Declare them first with Policy: Save, under Your Own Facts.",
};

/** The same as names of fields, which take no time for each of a hundred thousand items. */
export const factsFromFieldsOption: INodeProperties = {
	displayName: 'Facts From Fields',
	name: 'factsFromFields',
	type: 'string',
	default: '',
	placeholder: 'vip, tier',
	description:
		"Facts of your own that the policy's rules ask for, separated by commas. Each is the field of the item with the same name. Declare them first with Policy: Save, under Your Own Facts.",
};

type OwnFacts = NonNullable<Intent['facts']>;

/** What is wrong with the rows themselves. */
function problemsOfRows(names: readonly string[]): string[] {
	const repeated = new Set(names.filter((name, index) => name !== '' && names.indexOf(name) !== index));
	return [
		...names.flatMap((name, index) =>
			name === '' ? [`Facts: The name of fact ${index + 1} is empty.`] : [],
		),
		...[...repeated].map((name) => `Facts: ${name} is there more than once. Keep one.`),
	];
}

/**
 * The facts of an item, by its options.
 * @throws ProblemList that names everything that is wrong with them for this policy
 */
export function readOwnFacts(options: IDataObject, policy: PolicyDocument): Pick<Intent, 'facts'> {
	const rows = entriesOf(options.facts, 'assignments').filter(
		({ name, value }) => text(name) !== '' || text(value) !== '',
	);
	if (rows.length === 0) return {};
	const names = rows.map(({ name }) => text(name));
	const facts: OwnFacts = Object.fromEntries(rows.map(({ value }, index) => [names[index]!, value]));
	const wrong = problemsOfRows(names);
	const problems =
		wrong.length > 0
			? wrong
			: problemsOfOwnFacts(policy, facts).map(({ message }) => `Facts: ${message.document}`);
	if (problems.length > 0) throw new ProblemList("The rules weren't asked.", problems);
	return { facts };
}

/** Warns of a policy that declares facts of its own, if a node fills in none of them. */
export function factTroubles(options: IDataObject, { name, facts = {} }: PolicyDocument): string[] {
	const declared = Object.keys(facts);
	if (declared.length === 0 || entriesOf(options.facts, 'assignments').length > 0) return [];
	return [
		`The policy ${name} has facts of its own that this node doesn't fill in: ${declared.join(', ')}. To fill them in, add the option Facts.`,
	];
}

/** The facts that are fields of an item. One that the item doesn't have is missing. */
export function factsFromFields(options: IDataObject, json: IDataObject): Pick<Intent, 'facts'> {
	const names = readList(options.factsFromFields);
	if (names.length === 0) return {};
	return { facts: Object.fromEntries(names.map((name) => [name, json[name]])) };
}
