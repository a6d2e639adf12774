import { evaluatorOf } from '../../rules';
import { askedRules, isForMissing, shownName } from '../policies/asked-rules';
import { NO_RULE } from '../policies/compile-policy';
import type { Facts } from '../policies/facts';
import { NOTHING_KNOWN } from '../policies/facts';
import { catalogueOf, completing } from '../policies/own-facts';
import type { PolicyDocument, PolicyRule } from '../policies/policy';
import { reasonOf } from '../policies/reason';
import type { KeptDecision, LoggedPolicy } from '../store/decisions';
import { factsFrom } from './kept-facts';
import { AS_ASKED } from './note-of';

/** A decision of the log, in words. */
export interface ExplainedDecision extends Omit<KeptDecision, 'policy' | 'facts' | 'why'> {
	/** The policy that decided, in the version that did; absent if something else decided. */
	policy?: { name: string; version: number };
	/** A sentence for people, as the one who asked was told it. */
	reason: string;
	/** What the policy was asked about, as far as it matters to it. */
	facts: Partial<Facts>;
}

/** The rule that decided; one for a missing fact is found again. */
function ruleOf(document: PolicyDocument, decided: string, facts: Partial<Facts>): PolicyRule | undefined {
	const found = document.rules.find(({ name }) => name === decided);
	if (found) return found;
	const asked = askedRules(document).filter(({ name }) => isForMissing(name) && shownName(name) === decided);
	if (asked.length === 0) return undefined;
	return evaluatorOf(asked, catalogueOf(document))({ ...NOTHING_KNOWN, ...facts }).rule;
}

const REASON_AS_ASKED = 'Sent as asked, without asking the rules.';

/** Tells a decision of the log in words, by the policy that made it. */
export function explainDecision(
	{ policy: id, facts: values, why, ...decision }: KeptDecision,
	policies: ReadonlyMap<string, LoggedPolicy>,
): ExplainedDecision {
	const policy = id === undefined ? undefined : policies.get(id);
	if (!policy) {
		const reason =
			decision.rule === AS_ASKED ? REASON_AS_ASKED : (why ?? `The rule ${decision.rule} applies.`);
		return { ...decision, reason, facts: {} };
	}
	const { name, version } = policy.document;
	const facts = factsFrom(policy, { at: decision.at, ...(values && { facts: values }) });
	const told = completing(policy.document)({ ...NOTHING_KNOWN, ...facts });
	const rule = ruleOf(policy.document, decision.rule, told);
	const reason = rule
		? reasonOf(rule, catalogueOf(policy.document))(told, decision.retryAt, decision.estimate?.currency)
		: NO_RULE.reason;
	return { ...decision, policy: { name, version }, reason, facts };
}
