import type { RuleResult } from 'json-rules-engine';
import { Engine as RulesEngine, Operator, Rule } from 'json-rules-engine';
import { prepared, singleConditions } from './conditions';
import type { FactCatalogue } from './fact-type';
import { OWN_OPERATORS } from './operators';
import type { Conditions } from './policy';

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

/**
 * Rules, ready to be run. The rules are made once and shared; each run gets an engine of its own, since one
 * json-rules-engine that runs several questions at a time loses answers. A rule's place is its priority.
 *
 * @param firstOnly ends the run with the first rule that fires; else all are asked
 * @returns runs the rules on facts of the catalogue; those that are not worth asking, by their index, are left out
 */
export function compileRules(rules: OrderedRule[], catalogue: FactCatalogue, firstOnly: boolean) {
	const compiled = rules.map(({ name, conditions, event }, index) => {
		const ready = prepared(conditions, catalogue);
		return new Rule({
			name,
			conditions: 'fact' in ready ? { all: [ready] } : ready,
			event,
			priority: rules.length - index,
		} as ConstructorParameters<typeof Rule>[0]);
	});
	const asked = new Set(
		rules.flatMap((rule) => singleConditions(rule.conditions)).map((one) => one.operator),
	);
	const operators = [...asked].flatMap((name) => ownOperators.get(name) ?? []);
	return async (
		facts: Readonly<Record<string, unknown>>,
		isWorthAsking: (index: number) => boolean = () => true,
	): Promise<{ fired: RuleResult[]; failed: RuleResult[] }> => {
		const engine = new RulesEngine(compiled.filter((_, index) => isWorthAsking(index)));
		for (const operator of operators) engine.addOperator(operator);
		if (firstOnly) engine.on('success', () => engine.stop());
		const { results, failureResults } = await engine.run(facts as Record<string, unknown>);
		return { fired: results, failed: failureResults };
	};
}
