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
