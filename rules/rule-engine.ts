import type { RuleResult } from 'json-rules-engine';
import { Engine as RulesEngine, Fact, Operator, Rule } from 'json-rules-engine';
import { prepared, singleConditions } from './conditions';
import type { FactCatalogue } from './fact-type';
import { OWN_OPERATORS } from './operators';
import type { Conditions } from '../engine/policies/policy';

/** A rule of json-rules-engine, in the order in which it is asked. */
export interface OrderedRule {
	name: string;
	conditions: Conditions;
	event: { type: string; params?: Record<string, unknown> };
}

const ownOperators = new Map(
	Object.entries(OWN_OPERATORS).map(([name, compare]) => [
		name,
		new Operator(name, compare as (fact: unknown, value: unknown) => boolean),
	]),
);

type FactValues = Readonly<Record<string, unknown>>;

/** Rules, ready to be run. */
export interface CompiledRules {
	/** Runs the rules on facts of the catalogue; those that are not worth asking, by their index, are left out. */
	run(
		facts: FactValues,
		isWorthAsking?: (index: number) => boolean,
	): Promise<{ fired: RuleResult[]; failed: RuleResult[] }>;
	/** The same text for facts that the rules cannot tell apart: they come out alike. */
	questionOf(facts: FactValues): string;
}

/** What json-rules-engine would cache by a hash of the name is a constant here. */
const UNCACHED = { cache: false };

/**
 * Makes rules ready to be run. The rules are made once and shared; each run gets an engine of its own, since one
 * json-rules-engine that runs several questions at a time loses answers. It is given only the facts that the rules
 * ask, and events without what belongs to them: both are copied in each run. A rule's place is its priority.
 *
 * @param firstOnly ends the run with the first rule that fires; else all are asked
 */
export function compileRules(
	rules: OrderedRule[],
	catalogue: FactCatalogue,
	firstOnly: boolean,
): CompiledRules {
	const compiled = rules.map(({ name, conditions, event: { type } }, index) => {
		const ready = prepared(conditions, catalogue);
		return new Rule({
			name,
			conditions: 'fact' in ready ? { all: [ready] } : ready,
			event: { type },
			priority: rules.length - index,
		} as ConstructorParameters<typeof Rule>[0]);
	});
	const conditions = rules.flatMap((rule) => singleConditions(rule.conditions));
	const operators = [...new Set(conditions.map(({ operator }) => operator))].flatMap(
		(name) => ownOperators.get(name) ?? [],
	);
	const asked = [...new Set(conditions.map(({ fact }) => fact))];
	return {
		async run(facts, isWorthAsking = () => true) {
			const engine = new RulesEngine(compiled.filter((_, index) => isWorthAsking(index)));
			for (const operator of operators) engine.addOperator(operator);
			if (firstOnly) engine.on('success', () => engine.stop());
			const known = asked.filter((name) => name in facts);
			const values = known.map((name) => [name, new Fact(name, facts[name], UNCACHED)]);
			const { results, failureResults } = await engine.run(Object.fromEntries(values));
			return { fired: results, failed: failureResults };
		},
		questionOf: (facts) => JSON.stringify(asked.map((name) => facts[name])),
	};
}
