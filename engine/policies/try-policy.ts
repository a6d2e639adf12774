import type { Runtime } from '../../base';
import { OBJECT, refuseOptions, systemRuntime } from '../../base';
import type { FactValues, FoundProblem } from '../../rules';
import {
	listOf,
	localDateIn,
	localDayIn,
	localMoment,
	localTimeIn,
	problemsOfFacts,
	readFact,
	zonesIn,
} from '../../rules';
import type { Verdict } from '../decision';
import { compilePolicy } from './compile-policy';
import type { Facts } from './facts';
import { NOTHING_KNOWN } from './facts';
import { catalogueOf, completing, ownFactsOf, problemsOfOwnFacts } from './own-facts';
import { refuseOther } from './lint-policy';
import type { PolicyDocument } from './policy';

/** Facts that a policy declares, and those of the package. */
function apart(facts: FactValues, { facts: declared = {} }: Pick<PolicyDocument, 'facts'>) {
	const isOwn = ([name]: [string, unknown]) => Object.hasOwn(declared, name);
	const all = Object.entries(facts);
	return {
		own: Object.fromEntries(all.filter(isOwn)),
		shipped: Object.fromEntries(all.filter((entry) => !isOwn(entry))),
	};
}

/** Everything that is wrong with made-up facts for a policy: names that don't exist, values of another type. */
export function problemsOfMadeUp(
	facts: FactValues,
	policy: Pick<PolicyDocument, 'name' | 'facts'>,
): FoundProblem[] {
	const { own, shipped } = apart(facts, policy);
	return [...problemsOfFacts(shipped, catalogueOf(policy)), ...problemsOfOwnFacts(policy, own)];
}

/**
 * Made-up facts with all that they leave out: those of a customer who never wrote, with nothing to send, now, or the next
 * time that the local facts hold in the time zones.
 * @param time epoch ms
 * @throws Error that names every fact that doesn't exist or has a value of another type
 */
export function madeUpFacts(
	facts: FactValues,
	time: number,
	policy: Pick<PolicyDocument, 'name' | 'facts'>,
): Facts {
	const problems = problemsOfMadeUp(facts, policy);
	if (problems.length > 0) throw new Error(`These facts can't be used:\n${listOf(problems)}`);
	const { own, shipped } = apart(facts, policy);
	const made = Object.entries(shipped).map(([name, value]) => [
		name,
		readFact(catalogueOf(policy)[name]!, value),
	]);
	const given = Object.fromEntries(made) as Partial<Facts>;
	const zones = zonesIn({ ...NOTHING_KNOWN, ...given });
	const known = { ...NOTHING_KNOWN, now: localMoment(given, zones, time) ?? time, ...given };
	const local = {
		localTime: localTimeIn(zones, known.now),
		localDay: localDayIn(zones, known.now),
		localDate: localDateIn(zones, known.now),
	};
	return completing(policy)({ ...known, ...local, ...given, ...ownFactsOf(policy, own) });
}

/**
 * Asks a policy about made-up facts, to see what it would answer and why.
 *
 * @param facts those that matter; the others are as for a customer who never wrote, with nothing to send, now, or the
 * next time that the local facts hold in the time zones. Times and durations as in rules; what was sent as a list of how
 * long ago (`['2 h', '3 d']`)
 * @throws Error that names every fact that doesn't exist or has a value of another type
 */
export async function tryPolicy(
	policy: PolicyDocument,
	facts: FactValues,
	{ runtime = systemRuntime }: { runtime?: Pick<Runtime, 'now'> } = {},
): Promise<Verdict> {
	refuseOther(policy);
	refuseOptions('tryPolicy', { facts }, { facts: OBJECT });
	return compilePolicy(policy).ask(madeUpFacts(facts, runtime.now(), policy), true);
}
