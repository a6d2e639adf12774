import type { Facts } from './facts';
import { factCatalogue, factNamed, NOTHING_KNOWN, zonesIn } from './facts';
import { problemsOfFacts, readFact } from '../../rules/lint-conditions';
import { isTimeZone, localTimeIn } from '../../rules/local-time';
import type { PolicyDocument } from './policy';
import type { Verdict } from './run-policy';
import { compilePolicy } from './run-policy';

/**
 * Asks a policy about facts that somebody made up, to see what it would answer and why.
 *
 * @param facts those that matter; the others are as for a customer who never wrote, with nothing to send, now. Times
 * and durations as in rules; what was sent as a list of how long ago (`['2 h', '3 d']`)
 * @throws Error that names every fact that is unknown or of another type
 */
export async function tryPolicy(
	policy: PolicyDocument,
	facts: Readonly<Record<string, unknown>>,
): Promise<Verdict> {
	const problems = problemsOfFacts(facts, factCatalogue).map(({ path, message }) => `- ${path}: ${message}`);
	if (problems.length > 0) throw new Error(`These facts cannot be used:\n${problems.join('\n')}`);
	const made = Object.entries(facts).map(([name, value]) => [name, readFact(factNamed(name)!, value)]);
	const known = { ...NOTHING_KNOWN, now: Date.now(), ...(Object.fromEntries(made) as Partial<Facts>) };
	const localTime =
		facts.localTime === undefined
			? localTimeIn(zonesIn(known).filter(isTimeZone), known.now)
			: known.localTime;
	return compilePolicy(policy).ask({ ...known, localTime }, true);
}
