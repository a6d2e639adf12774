import type { FactCatalogue } from '../../rules';
import { firstRule, retryTimeOf } from '../../rules';
import { askedRules, isForMissing, shownName } from './asked-rules';
import type { Verdict } from '../decision';
import type { Facts } from './facts';
import { catalogueOf, completing, ownFactsOf } from './own-facts';
import type { PolicyDocument, PolicyRule } from './policy';
import { reasonOf } from './reason';

/** A policy, ready to be asked. */
export interface CompiledPolicy {
	/** @param currency the one in which the reason writes amounts */
	ask(facts: Facts, trace: boolean, currency?: string): Promise<Verdict>;
	/** The same for many messages, without a trace. What the rules can't tell apart is asked once. */
	askAll(facts: Facts[], currencies?: ReadonlyArray<string | undefined>): Promise<Verdict[]>;
}

/** What is said of a message to which no rule of its policy applies. */
export const NO_RULE: Verdict = {
	action: 'hold',
	rule: 'no-rule-fired',
	reason:
		"No rule of the policy applies to this message, so it's held. Add a last rule that covers all other messages.",
};

/** What a rule that fires says about the facts. */
function verdictOf(
	rule: PolicyRule,
	catalogue: FactCatalogue,
): (facts: Facts, currency: string | undefined) => Verdict {
	const { name, conditions, event } = rule;
	const fact = event.params.retryAt;
	const reason = reasonOf(rule, catalogue);
	const retryTime = fact === undefined ? () => undefined : retryTimeOf(fact, conditions, catalogue);
	return (facts, currency) => {
		const retryAt = retryTime(facts);
		return {
			action: event.type,
			rule: shownName(name),
			reason: reason(facts, retryAt, currency),
			...(retryAt !== undefined && { retryAt }),
		};
	};
}

/** Makes a policy ready to be asked: the first rule that fires decides. */
export function compilePolicy(policy: Pick<PolicyDocument, 'rules' | 'facts'>): CompiledPolicy {
	const catalogue = catalogueOf(policy);
	const rules = askedRules(policy);
	const compiled = firstRule(rules, catalogue);
	const verdicts = new Map(rules.map((rule) => [rule, verdictOf(rule, catalogue)]));
	const [complete, nothingSaid] = [completing(policy), ownFactsOf(policy)];
	const completed = (facts: Facts) => (policy.facts ? complete({ ...nothingSaid, ...facts }) : facts);
	const verdictBy = (rule: PolicyRule | undefined, facts: Facts, currency: string | undefined) =>
		rule ? verdicts.get(rule)!(facts, currency) : { ...NO_RULE };
	return {
		async ask(given, trace, currency) {
			const facts = completed(given);
			const answer = await compiled.ask(facts);
			const steps = trace && answer.trace().filter(({ rule }) => !isForMissing(rule));
			return { ...verdictBy(answer.rule, facts, currency), ...(steps && { trace: steps }) };
		},
		async askAll(given, currencies = []) {
			const all = given.map(completed);
			const fired = await compiled.askAll(all);
			return all.map((facts, index) => verdictBy(fired[index], facts, currencies[index]));
		},
	};
}
