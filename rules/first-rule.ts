import { compileRules } from './compile-rules';
import type { FactCatalogue, FactValues } from './fact-catalogue';
import type { Rule } from './rule';
import { rulesInOrder } from './rule';
import type { TraceStep } from './trace';
import { traceOf } from './trace';

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
