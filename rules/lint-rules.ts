import type { Fields, Path } from '../base';
import { isObject } from '../base';
import type { FactCatalogue } from './fact-catalogue';
import { problemsOfConditions } from './lint-conditions';
import { problemsOfSize } from './lint-size';
import type { FoundProblem } from './problem';
import { error } from './problem';

/** What is needed to check a list of rules. */
export interface ListOfRules {
	/** The field of the document that has the list. */
	field: string;
	catalogue: FactCatalogue;
	/** What is wrong with what the rules' events bring. */
	problemsOfParams(params: Fields, conditions: unknown, path: Path): FoundProblem[];
}

function problemsOfName({ name }: Fields, path: Path, earlier: Fields[]): FoundProblem[] {
	if (typeof name !== 'string' || !earlier.some((other) => other.name === name)) return [];
	return [
		error([...path, 'name'], `An earlier rule already has the name "${name}". Give each rule a unique name.`),
	];
}

/** Rules of equal priority would all fire, in no order, and a rule without one has no place among rules with one. */
function problemsOfPriority(rule: Fields, path: Path, earlier: Fields[], all: Fields[]): FoundProblem[] {
	const { priority } = rule;
	if (priority === undefined) {
		if (all.every((other) => other.priority === undefined)) return [];
		return [
			error(
				[...path, 'priority'],
				'Other rules have a priority. Give every rule a priority, or none of them.',
			),
		];
	}
	const same = earlier.find((other) => other.priority === priority);
	if (!same) return [];
	const names = `"${String(same.name)}" and "${String(rule.name)}"`;
	return [
		error(
			[...path, 'priority'],
			`The rules ${names} have the same priority, ${String(priority)}. Give each rule a different priority.`,
		),
	];
}

const paramsOf = ({ event }: Fields): Fields =>
	isObject(event) && isObject(event.params) ? event.params : {};

/**
 * What is wrong with the single rules of a document: names, priorities, conditions, and what their events bring. Looks
 * at every rule, turned on or off, whatever is wrong beside it; but at none if they are too large to be checked.
 */
export function problemsOfRules(
	document: unknown,
	{ field, catalogue, problemsOfParams }: ListOfRules,
): FoundProblem[] {
	const list = isObject(document) ? document[field] : undefined;
	if (!Array.isArray(list)) return [];
	const tooLarge = problemsOfSize(list, [field]);
	if (tooLarge.length > 0) return tooLarge;
	const all = list.filter(isObject);
	return list.flatMap((rule: unknown, index) => {
		if (!isObject(rule)) return [];
		const path = [field, index];
		const earlier = list.slice(0, index).filter(isObject);
		return [
			...problemsOfName(rule, path, earlier),
			...problemsOfPriority(rule, path, earlier, all),
			...problemsOfConditions(rule.conditions, [...path, 'conditions'], catalogue),
			...problemsOfParams(paramsOf(rule), rule.conditions, [...path, 'event', 'params']),
		];
	});
}
