import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../../base';
import type { Decision, PolicyDocument } from '../../../engine';
import { catalogueOf, problemsOfMadeUp, readTypedFacts } from '../../../engine';
import type { Wording } from '../../../rules';
import { ProblemList } from '../../shared/errors/item-errors';
import { entriesOf, readJson } from '../../shared/read/values';

/**
 * Checks the facts for a test.
 * @throws ProblemList with each problem and its place in the form
 */
function refuseProblems(
	facts: Record<string, unknown>,
	policy: PolicyDocument,
	placed: (fact: string, message: Wording) => string,
): void {
	const problems = Object.entries(facts).flatMap(([fact, value]) =>
		problemsOfMadeUp({ [fact]: value }, policy).map(({ message }) => placed(fact, message)),
	);
	if (problems.length > 0) throw new ProblemList("The policy wasn't tested.", problems);
}

/** The rows of the form. */
function factsInRows(rows: Array<Record<string, unknown>>, policy: PolicyDocument): Record<string, unknown> {
	const catalogue = catalogueOf(policy);
	const labelOf = (fact: string) => catalogue[fact]?.label ?? fact;
	const names = rows.map(({ fact }) => String(fact));
	const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
	if (repeated.size > 0) {
		throw new Error(
			`These facts have more than one row: ${[...repeated].map(labelOf).join(', ')}. Keep one of each.`,
		);
	}
	const typed = Object.fromEntries(rows.map(({ value }, index) => [names[index]!, value]));
	const facts = readTypedFacts(typed, catalogue);
	refuseProblems(facts, policy, (fact, message) => `Fact ${names.indexOf(fact) + 1}: ${message.form}`);
	return facts;
}

/** The facts to test a policy with. */
export interface GivenFacts {
	facts: Record<string, unknown>;
	/** What was decided about them, if they come from a decision of Get Timeline. `at`: ISO 8601 */
	decided?: Pick<Decision, 'action' | 'rule'> & { at: string };
}

const isDecision = (
	given: Record<string, unknown>,
): given is Record<string, unknown> & { facts: Record<string, unknown> } =>
	given.kind === 'decision' && isObject(given.facts);

/** A decision that was made without a policy has no facts. */
function factsOfDecision({
	facts,
	action,
	rule,
	at,
}: Record<string, unknown> & { facts: Record<string, unknown> }): GivenFacts {
	return { facts, decided: { action, rule, at } as GivenFacts['decided'] & object };
}

/**
 * The facts to test a policy with: the rows of the form, or the JSON if there are none, which can be a whole decision.
 * @throws Error for a fact with several rows, and for JSON that can't be read. ProblemList for values that no policy
 * can be tested with
 */
export function readFacts(context: IExecuteFunctions, itemIndex: number, policy: PolicyDocument): GivenFacts {
	const rows = entriesOf(context.getNodeParameter('factRows', itemIndex, {}), 'fact');
	if (rows.length > 0) return { facts: factsInRows(rows, policy) };
	const json = readJson(context.getNodeParameter('facts', itemIndex), 'Facts (JSON)');
	if (!isObject(json)) throw new Error('Facts (JSON) must be an object, such as { "window": "open" }.');
	const given = isDecision(json)
		? factsOfDecision(json)
		: { facts: readTypedFacts(json, catalogueOf(policy)) };
	refuseProblems(given.facts, policy, (_, message) => `Facts (JSON): ${message.document}`);
	return given;
}
