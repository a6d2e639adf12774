import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { optionsField } from './common-fields';
import { fromNumber, fromNumberOrAll } from './numbers';
import type { Operation, Resource } from './operation';

/** An operation, and the resource that it belongs to, if the node has resources. */
interface Place {
	resource?: string;
	operation: Operation;
}

const unique = (values: string[]) => [...new Set(values)];

/** Shows something for the operations at these places. Inside a collection, their parameters are at the root `/`. */
function showAt(places: readonly Place[], root: '' | '/' = '') {
	const resources = unique(places.flatMap(({ resource }) => resource ?? []));
	return {
		...(resources.length > 0 && { [`${root}resource`]: resources }),
		[`${root}operation`]: unique(places.map(({ operation }) => operation.value)),
	};
}

function shownAt(field: INodeProperties, show: Record<string, string[]>): INodeProperties {
	const { displayOptions } = field;
	return { ...field, displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...show } } };
}

const fromRoot = (conditions: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(conditions).map(([name, values]) => [/^[/@]/.test(name) ? name : `/${name}`, values]),
	);

/**
 * A collection asks for the fields that decide whether it's shown by their paths from the root. If it names a field that
 * changes, n8n's editor (2.41) takes the names of all parameters for those of the collection's options, finds that they
 * aren't, and empties the collection, although it is still shown.
 */
function keptOnSwitch(field: INodeProperties): INodeProperties {
	const { type, displayOptions } = field;
	if (!displayOptions || (type !== 'collection' && type !== 'fixedCollection')) return field;
	const asked = Object.entries(displayOptions).map(([rule, conditions]) => [rule, fromRoot(conditions)]);
	return { ...field, displayOptions: Object.fromEntries(asked) };
}

/** The field of an operation that says for which number it acts; none if it acts on what isn't a number's. */
export function numberFieldOf({ numbers }: Pick<Operation, 'numbers'>): INodeProperties | undefined {
	if (numbers === 'any') return undefined;
	return numbers === 'all' ? fromNumberOrAll : fromNumber;
}

/**
 * The fields that say which number. n8n shows a field for each of some resources with each of some operations, so
 * resources share one unless it would also be shown for an operation that has another one.
 */
function numberFieldsOf(places: readonly Place[]): INodeProperties[] {
	const resources = [...new Set(places.map(({ resource }) => resource))];
	return [fromNumber, fromNumberOrAll].flatMap((field) => {
		const having = places.filter(({ operation }) => numberFieldOf(operation) === field);
		const others = places.filter((place) => !having.includes(place));
		const isAmbiguous = (shared: readonly Place[]) =>
			others.some(
				({ resource, operation: { value } }) =>
					shared.some((place) => place.resource === resource) &&
					shared.some(({ operation }) => operation.value === value),
			);
		const groups: Place[][] = [];
		for (const resource of resources) {
			const own = having.filter((place) => place.resource === resource);
			// The last one that fits: with the first, this node needs a field more.
			const group = groups.findLast((each) => !isAmbiguous([...each, ...own]));
			if (group) group.push(...own);
			else if (own.length > 0) groups.push(own);
		}
		return groups.map((group) => shownAt(field, showAt(group)));
	});
}

/** Every field once, in an order that fits all operations, shown for those that list it. */
function fieldsOf(places: readonly Place[]): INodeProperties[] {
	return mergeOrders(places.map(({ operation }) => operation.fields ?? [])).map((field) =>
		keptOnSwitch(shownAt(field, showAt(places.filter(({ operation }) => operation.fields?.includes(field))))),
	);
}

/** One collection of options for all operations, each option offered for the operations that list it. */
function optionsOf(places: readonly Place[]): INodeProperties[] {
	const having = places.filter(({ operation }) => operation.options);
	if (having.length === 0) return [];
	const all = new Set(having.flatMap(({ operation }) => operation.options!));
	const options = [...all].map((option) =>
		shownAt(
			option,
			showAt(
				having.filter(({ operation }) => operation.options!.includes(option)),
				'/',
			),
		),
	);
	return [keptOnSwitch(shownAt(optionsField(options), showAt(having)))];
}

const resourceField = (options: INodePropertyOptions[], chosen: string): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options,
	default: chosen,
});

function operationField(operations: readonly Operation[], chosen: string, resource: string): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, description, action }) => ({ name, value, description, action })),
		default: chosen,
	};
}

/**
 * The form of a node with operations on one thing. n8n names a new node by its action only if the node has a resource, so
 * there is one that nobody sees.
 * @param resource the thing, as workflows store it
 * @param chosen the operation that it begins with
 */
export function operationForm(
	operations: readonly Operation[],
	{ resource, chosen }: { resource: INodePropertyOptions; chosen: string },
): INodeProperties[] {
	const value = String(resource.value);
	const places = operations.map((operation) => ({ operation }));
	return [
		{ ...resourceField([resource], value), type: 'hidden' },
		operationField(operations, chosen, value),
		...fieldsOf(places),
		...numberFieldsOf(places),
		...optionsOf(places),
	];
}

/** The form of a node with operations on several resources. `chosen`: the resource that it begins with */
export function resourceForm(resources: readonly Resource[], chosen: string): INodeProperties[] {
	const places = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => ({ resource: value, operation })),
	);
	return [
		resourceField(
			resources.map(({ name, value }) => ({ name, value })),
			chosen,
		),
		...resources.map((resource) => operationField(resource.operations, resource.default, resource.value)),
		...fieldsOf(places),
		...numberFieldsOf(places),
		...optionsOf(places),
	];
}

/**
 * One order that keeps the order of every list.
 * @throws Error if two lists contradict each other
 */
export function mergeOrders<Entry>(lists: ReadonlyArray<readonly Entry[]>): Entry[] {
	const earlier = new Map<Entry, Set<Entry>>();
	for (const list of lists) {
		for (const [index, entry] of list.entries()) {
			const before = earlier.get(entry) ?? new Set();
			earlier.set(entry, before);
			if (index > 0) before.add(list[index - 1]!);
		}
	}
	const merged = new Set<Entry>();
	const waiting = new Set<Entry>();
	function add(entry: Entry): void {
		if (merged.has(entry)) return;
		if (waiting.has(entry)) throw new Error('Two operations show the same fields in different orders.');
		waiting.add(entry);
		for (const before of earlier.get(entry)!) add(before);
		merged.add(entry);
	}
	for (const entry of earlier.keys()) add(entry);
	return [...merged];
}

/**
 * An expression for the line below a node: what is chosen in a field, in words. A field with several choices has them
 * one after the other.
 *
 * @param names the words for each value of the field
 */
function inWords(names: Readonly<Record<string, string>>, field: string): string {
	const chosen = `[].concat($parameter[${JSON.stringify(field)}])`;
	return `${chosen}.map((each) => (${JSON.stringify(names)})[each] ?? each).join(", ")`;
}

/** What is chosen in a field, in words. */
export const subtitle = (names: Readonly<Record<string, string>>, field: string) =>
	`={{ ${inWords(names, field)} }}`;

interface Named {
	value: string;
	name: string;
}

const namesOf = (list: readonly Named[]) => Object.fromEntries(list.map(({ value, name }) => [value, name]));

/** The chosen operation, in words. */
export const subtitleOfOperation = (operations: readonly Named[]) =>
	subtitle(namesOf(operations), 'operation');

/** The chosen resource and operation, in words. */
export function subtitleOfResource(
	resources: ReadonlyArray<Named & { operations: readonly Named[] }>,
): string {
	const operations = resources.flatMap((resource) => resource.operations);
	return `={{ ${inWords(namesOf(resources), 'resource')} + ": " + ${inWords(namesOf(operations), 'operation')} }}`;
}
