import type { RuleResult } from 'json-rules-engine';
import type { Action, TraceStep } from '../intent';
import { conditionHolds, plainConditions, prepared } from '../../rules/conditions';
import { endOfCondition, endsByItself } from '../../rules/end-of-condition';
import type { FactCatalogue } from '../../rules/fact-type';
import type { Facts } from './facts';
import { factCatalogue } from './facts';
import type { Condition, PolicyDocument, PolicyRule } from './policy';
import { rulesInOrder } from './policy';
import { compileRules } from '../../rules/rule-engine';
import { writeSentence } from '../../rules/sentence';

/** What a policy says of some facts. */
export interface Verdict {
	action: Action;
	rule: string;
	reason: string;
	retryAt?: number;
	trace?: TraceStep[];
}

/** A policy, ready to be asked. */
export interface CompiledPolicy {
	ask(facts: Facts, trace: boolean): Promise<Verdict>;
	/** The same for many messages, without a trace. What the rules cannot tell apart is asked once. */
	askAll(facts: Facts[]): Promise<Verdict[]>;
}

/** What a reason can name in braces: the facts, and when to ask again. */
export const NAMEABLE: FactCatalogue = {
	...factCatalogue,
	retryAt: { type: 'time', label: 'Ask again at', description: 'When to ask again.' },
};

const NO_RULE: Verdict = {
	action: 'hold',
	rule: 'no-rule-fired',
	reason: 'No rule of the policy fits this message, so it is held. Add a last rule that says what to do.',
};

/** A condition as json-rules-engine leaves it after a run: its result on it, its parts under all, any or not. */
interface EvaluatedCondition {
	result?: boolean;
	fact?: string;
	operator?: string;
	value?: unknown;
	factResult?: unknown;
	all?: EvaluatedCondition[];
	any?: EvaluatedCondition[];
	not?: EvaluatedCondition;
}

/**
 * The first condition that made this one come out otherwise than `wanted`. A part that was not evaluated, as
 * another had decided before it, is passed over.
 */
function firstContrary(condition: EvaluatedCondition, wanted: boolean): EvaluatedCondition | undefined {
	if (condition.result === undefined || condition.result === wanted) return undefined;
	if (condition.not) return firstContrary(condition.not, !wanted);
	const parts = condition.all ?? condition.any;
	if (!parts) return condition;
	return parts.map((part) => firstContrary(part, wanted)).find((found) => found !== undefined);
}

function traceOf(failed: RuleResult): TraceStep {
	// json-rules-engine leaves results on all conditions but the outermost, which failed with its rule.
	const condition = firstContrary({ ...(failed.conditions as EvaluatedCondition), result: false }, true);
	return {
		rule: failed.name,
		fact: condition?.fact ?? '',
		operator: condition?.operator ?? '',
		expected: condition?.value,
		actual: condition?.factResult,
	};
}

/** When to ask again: what `retryAt` names, a time or the end of the conditions on a fact that end by themselves. */
type Retry = (facts: Facts) => number | undefined;

function retryOf({ conditions, event }: PolicyRule): Retry {
	const name = event.params.retryAt;
	if (name === undefined) return () => undefined;
	const ending = plainConditions(prepared(conditions, factCatalogue)).filter(
		(condition) => condition.fact === name && endsByItself(condition),
	);
	if (ending.length === 0) return (facts) => facts[name as 'windowClosesAt'] || undefined;
	return (facts) => latestEnd(ending, facts);
}

function latestEnd(conditions: Condition[], facts: Facts): number | undefined {
	const ends = conditions
		.filter((condition) => conditionHolds(condition, facts))
		.map((condition) => endOfCondition(condition, facts));
	return ends.length === 0 || ends.includes(undefined) ? undefined : Math.max(...(ends as number[]));
}

/** What a rule that fires says of the facts. */
function verdictOf(rule: PolicyRule): (facts: Facts) => Verdict {
	const { name, event } = rule;
	const retryAtOf = retryOf(rule);
	return (facts) => {
		const retryAt = retryAtOf(facts);
		return {
			action: event.type,
			rule: name,
			reason: writeSentence(event.params.reason, NAMEABLE, { ...facts, retryAt: retryAt ?? 0 }),
			...(retryAt !== undefined && { retryAt }),
		};
	};
}

/** Makes a policy ready to be asked: the first rule that fires decides. */
export function compilePolicy(policy: Pick<PolicyDocument, 'rules'>): CompiledPolicy {
	const rules = rulesInOrder(policy);
	const { run, questionOf } = compileRules(rules, factCatalogue, true);
	const verdicts = new Map(rules.map((rule) => [rule.name, verdictOf(rule)]));
	const firstOf = (fired: RuleResult[]) => verdicts.get(fired[0]?.name ?? '') ?? (() => NO_RULE);
	return {
		async ask(facts, trace) {
			const { fired, failed } = await run(facts);
			return { ...firstOf(fired)(facts), ...(trace && { trace: failed.map(traceOf) }) };
		},
		async askAll(all) {
			const questions = all.map(questionOf);
			const answers = new Map(all.map((facts, index) => [questions[index]!, () => run(facts)]));
			const fired = new Map<string, RuleResult[]>();
			await Promise.all(
				[...answers].map(async ([question, ask]) => fired.set(question, (await ask()).fired)),
			);
			return all.map((facts, index) => firstOf(fired.get(questions[index]!)!)(facts));
		},
	};
}
