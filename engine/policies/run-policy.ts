import type { RuleResult } from 'json-rules-engine';
import { Engine as RulesEngine, Rule } from 'json-rules-engine';
import type { Action, TraceStep } from '../intent';
import type { Facts } from './facts';
import { factCatalogue } from './facts';
import type { PolicyDocument } from './policy';

/** What a policy says of some facts. */
export interface Verdict {
	action: Action;
	rule: string;
	reason: string;
	retryAt?: number;
	trace?: TraceStep[];
}

export type CompiledPolicy = (facts: Facts, trace: boolean) => Promise<Verdict>;

const NO_RULE: Verdict = {
	action: 'hold',
	rule: 'no-rule-fired',
	reason: 'No rule of the policy fits this message, so it is held. Add a last rule that says what to do.',
};

function written(name: string, facts: Facts): string {
	const definition = factCatalogue[name as keyof Facts];
	const value = facts[name as keyof Facts];
	if (definition?.type === 'time') return new Date(value as number).toISOString();
	if (definition?.type === 'duration') return `${Math.round((value as number) / 1_000)} s`;
	return String(value);
}

const sentence = (text: string, facts: Facts) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => written(name, facts));

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

/**
 * A policy, ready to be asked. The rules are made once and shared; each question gets an engine of its own, since
 * one json-rules-engine that runs several questions at a time loses answers. A rule's place is its priority, so
 * that the first hit ends the run.
 */
export function compilePolicy(policy: PolicyDocument): CompiledPolicy {
	const rules = policy.rules.map(
		({ name, conditions, event }, index) =>
			new Rule({
				name,
				conditions: 'fact' in conditions ? { all: [conditions] } : conditions,
				event,
				priority: policy.rules.length - index,
			} as ConstructorParameters<typeof Rule>[0]),
	);
	return async (facts, trace) => {
		const engine = new RulesEngine(rules);
		engine.on('success', () => engine.stop());
		const { results, failureResults } = await engine.run(facts);
		const hit = results[0];
		const steps = trace ? { trace: failureResults.map(traceOf) } : {};
		if (!hit?.event) return { ...NO_RULE, ...steps };
		const { reason, retryAt } = hit.event.params as { reason: string; retryAt?: keyof Facts };
		const waitsUntil = retryAt === undefined ? 0 : (facts[retryAt] as number);
		return {
			action: hit.event.type as Action,
			rule: hit.name,
			reason: sentence(reason, facts),
			...(waitsUntil > 0 && { retryAt: waitsUntil }),
			...steps,
		};
	};
}
