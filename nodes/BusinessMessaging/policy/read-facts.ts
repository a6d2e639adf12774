import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../../base';
import type { FactDefinition } from '../../../engine';
import { factCatalogue } from '../../../engine';
import { problemsOfFacts } from '../../../rules';
import { ProblemList } from '../../shared/errors/item-errors';
import { entriesOf, readJson } from '../../shared/read/values';
import { labelsOnly } from './labels-only';
import { readRuleValue } from './rule-values';

const FACTS: Readonly<Record<string, FactDefinition | undefined>> = factCatalogue;

/** What a fact is, from what a person typed. */
function readFactValue(fact: string, value: unknown): unknown {
	if (FACTS[fact]?.type !== 'occurrences' || typeof value !== 'string') {
		return readRuleValue(fact, 'equal', value);
	}
	const ago = value.split(',').map((each) => each.trim());
	return ago.filter((each) => each !== '');
}

const labelOf = (fact: string) => FACTS[fact]?.label ?? fact;

/**
 * Checks the facts for a test.
 * @throws ProblemList with each problem and its place in the form
 */
function refuseProblems(
	facts: Record<string, unknown>,
	placed: (fact: string, message: string) => string,
): void {
	const problems = Object.entries(facts).flatMap(([fact, value]) =>
		problemsOfFacts({ [fact]: value }, factCatalogue).map(({ message }) => placed(fact, message)),
	);
	if (problems.length > 0) throw new ProblemList("The policy wasn't tested.", problems);
}

/** The rows of the form. */
function factsInRows(rows: Array<Record<string, unknown>>): Record<string, unknown> {
	const names = rows.map(({ fact }) => String(fact));
	const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
	if (repeated.size > 0) {
		throw new Error(
			`These facts have more than one row: ${[...repeated].map(labelOf).join(', ')}. Keep one of each.`,
		);
	}
	const facts = Object.fromEntries(
		rows.map(({ value }, index) => [names[index]!, readFactValue(names[index]!, value)]),
	);
	refuseProblems(facts, (fact, message) => `Fact ${names.indexOf(fact) + 1}: ${labelsOnly(message)}`);
	return facts;
}

/**
 * The facts to test a policy with: the rows of the form, or the JSON if there are none.
 * @throws Error for a fact with several rows, and for JSON that can't be read. ProblemList for values that no policy
 * can be tested with
 */
export function readFacts(context: IExecuteFunctions, itemIndex: number): Record<string, unknown> {
	const rows = entriesOf(context.getNodeParameter('factRows', itemIndex, {}), 'fact');
	if (rows.length > 0) return factsInRows(rows);
	const facts = readJson(context.getNodeParameter('facts', itemIndex), 'Facts (JSON)');
	if (!isObject(facts)) throw new Error('Facts (JSON) must be an object, such as { "window": "open" }.');
	refuseProblems(facts, (_, message) => `Facts (JSON): ${message}`);
	return facts;
}
