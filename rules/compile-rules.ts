import type { RuleResult } from 'json-rules-engine';
import { Engine, Fact, Operator, Rule as CompiledRule } from 'json-rules-engine';
import { OWN_OPERATORS } from './compare';
import { prepared, singleConditions } from './conditions';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { Rule } from './rule';

const ownOperators = new Map(
	Object.entries(OWN_OPERATORS).map(([name, compare]) => [
		name,
		new Operator(name, compare as (fact: unknown, value: unknown) => boolean),
	]),
);

/** Rules, ready to run. */
export interface CompiledRules {
	/** Runs the rules on facts of the catalogue, without those that aren't worth asking, by their index. */
	run(
		facts: FactValues,
		isWorthAsking?: (index: number) => boolean,
	): Promise<{ fired: RuleResult[]; failed: RuleResult[] }>;
	/** The same text for facts that the rules can't tell apart: they come out alike. */
	questionOf(facts: FactValues): string;
}

/** Otherwise json-rules-engine would cache these constants by a hash of their name. */
const UNCACHED = { cache: false };

/**
 * Makes rules ready to run. The rules are made once and shared; each run gets its own engine, because one
 * json-rules-engine that runs several questions at a time loses answers. It gets only the facts that the rules ask,
 * and events without content, because it copies both in each run. A rule's place is its priority.
 *
 * @param firstOnly ends the run with the first rule that fires; otherwise all rules are asked
 */
export function compileRules(
	rules: readonly Rule[],
	catalogue: FactCatalogue,
	firstOnly: boolean,
): CompiledRules {
	const compiled = rules.map(({ name, conditions }, index) => {
		const ready = prepared(conditions, catalogue);
		return new CompiledRule({
			name,
			conditions: 'fact' in ready ? { all: [ready] } : ready,
			event: { type: 'fired' },
			priority: rules.length - index,
		} as ConstructorParameters<typeof CompiledRule>[0]);
	});
	const conditions = rules.flatMap((rule) => singleConditions(rule.conditions));
	const operators = [...new Set(conditions.map(({ operator }) => operator))].flatMap(
		(name) => ownOperators.get(name) ?? [],
	);
	const asked = [...new Set(conditions.map(({ fact }) => fact))];
	return {
		async run(facts, isWorthAsking = () => true) {
			const engine = new Engine(compiled.filter((_, index) => isWorthAsking(index)));
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
