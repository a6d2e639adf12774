import type { RuleProperties, RuleResult } from 'json-rules-engine';
import { onceLoaded } from '../base';
import { OWN_OPERATORS } from './compare';
import { prepared, singleConditions } from './conditions';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { Rule } from './rule';
import { rulesInOrder, rulesTurnedOn } from './rule';
import type { TraceStep } from './trace';
import { traceOf } from './trace';
import { evaluate, holdsFor } from './evaluate';

/** n8n loads all nodes when it starts, and most of them never ask a rule: the library is loaded for the first question. */
const jsonRulesEngine = onceLoaded(async () => {
	const { Engine, Fact, Operator, Rule: RuleOfLibrary } = await import('./json-rules-engine');
	const ownOperators = new Map(
		Object.entries(OWN_OPERATORS).map(([name, compare]) => [
			name,
			new Operator(name, compare as (fact: unknown, value: unknown) => boolean),
		]),
	);
	return { Engine, Fact, RuleOfLibrary, ownOperators };
});

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
	const properties = rules.map(({ name, conditions }, index) => {
		const ready = prepared(conditions, catalogue);
		return {
			name,
			conditions: 'fact' in ready ? { all: [ready] } : ready,
			event: { type: 'fired' },
			priority: rules.length - index,
		} as RuleProperties;
	});
	const conditions = rules.flatMap((rule) => singleConditions(rule.conditions));
	const compiledOnce = onceLoaded(async () => {
		const { Engine, Fact, RuleOfLibrary, ownOperators } = await jsonRulesEngine();
		const names = new Set(conditions.map(({ operator }) => operator));
		return {
			Engine,
			Fact,
			compiled: properties.map((each) => new RuleOfLibrary(each)),
			operators: [...names].flatMap((name) => ownOperators.get(name) ?? []),
		};
	});
	const asked = [...new Set(conditions.map(({ fact }) => fact))];
	return {
		async run(facts, isWorthAsking = () => true) {
			const { Engine, Fact, compiled, operators } = await compiledOnce();
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

/** Rules of which the first that fires decides. */
export interface FirstRule<Each extends Rule> {
	/** The rule that fires, and why each rule before it didn't. */
	ask(facts: FactValues): Promise<{ rule: Each | undefined; trace(): TraceStep[] }>;
	/** The rule that fires for each set of facts. Facts that the rules can't tell apart are asked about once. */
	askAll(all: readonly FactValues[]): Promise<Array<Each | undefined>>;
}

/** Prepares a list of rules; the first one that fires decides. */
export function firstRule<Each extends Rule>(
	rules: readonly Each[],
	catalogue: FactCatalogue,
): FirstRule<Each> {
	const ordered = rulesInOrder(rules);
	const { run, questionOf } = compileRules(ordered, catalogue, true);
	const byName = new Map(ordered.map((rule) => [rule.name, rule]));
	const ruleNamed = (name: string | undefined) => (name === undefined ? undefined : byName.get(name));
	return {
		async ask(facts) {
			const { fired, failed } = await run(facts);
			return { rule: ruleNamed(fired[0]?.name), trace: () => failed.map(traceOf) };
		},
		async askAll(all) {
			const questions = all.map(questionOf);
			const different = new Map(all.map((facts, index) => [questions[index]!, facts]));
			const answers = new Map<string, Each | undefined>();
			await Promise.all(
				[...different].map(async ([question, facts]) =>
					answers.set(question, ruleNamed((await run(facts)).fired[0]?.name)),
				),
			);
			return questions.map((question) => answers.get(question));
		},
	};
}

/**
 * Prepares a list of rules; all that apply fire.
 * @returns the rules that fire for some facts, in their order
 */
export function everyRule<Each extends Rule>(
	rules: readonly Each[],
	catalogue: FactCatalogue,
): (facts: FactValues) => Promise<Each[]> {
	const on = rulesTurnedOn(rules);
	const { run } = compileRules(on, catalogue, false);
	const byName = new Map(on.map((rule) => [rule.name, rule]));
	const ready = on.map(({ conditions }) => prepared(conditions, catalogue));
	return async (facts) => {
		// Most facts fit no rule, and a run costs much more than a look.
		const holds = holdsFor(facts);
		const worthAsking = ready.map((conditions) => evaluate(conditions, holds));
		if (!worthAsking.includes(true)) return [];
		const { fired } = await run(facts, (index) => worthAsking[index] === true);
		return fired.map(({ name }) => byName.get(name)!);
	};
}
