import type { Facts } from './facts';
import { problemsOfFacts } from './lint-rules';
import type { PolicyDocument } from './policy';
import type { Verdict } from './run-policy';
import { compilePolicy } from './run-policy';

/** A customer who never wrote, a number without content: what a fact is where nobody says otherwise. */
const NOTHING_KNOWN: Facts = {
	window: 'closed',
	windowClosesAt: 0,
	windowClosesIn: 0,
	holder: 'business',
	optedOut: false,
	category: 'none',
	hasFreeform: false,
	hasTemplate: false,
	template: 'none',
	templateState: 'none',
	templatePause: 'none',
	templatePauseEndsAt: 0,
	templateReason: 'no reason given',
};

/**
 * Asks a policy about facts that somebody made up, to see what it would answer and why.
 *
 * @param facts those that matter; the others are as for a customer who never wrote and with nothing to send
 * @throws Error that names every fact that is unknown or of another type
 */
export async function tryPolicy(
	policy: PolicyDocument,
	facts: Readonly<Record<string, unknown>>,
): Promise<Verdict> {
	const problems = problemsOfFacts(facts).map(({ path, message }) => `- ${path}: ${message}`);
	if (problems.length > 0) throw new Error(`These facts cannot be used:\n${problems.join('\n')}`);
	return compilePolicy(policy)({ ...NOTHING_KNOWN, ...facts }, true);
}
