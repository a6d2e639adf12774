import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
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
import type { FactName, Facts } from './facts';
import { factCatalogue, NOTHING_KNOWN } from './facts';
import type { PolicyDocument } from './policy';

/**
 * Made-up facts with all that they leave out: those of a customer who never wrote, with nothing to send, now, or the next
 * time that the local facts hold in the time zones.
 * @param time epoch ms
 * @throws Error that names every fact that doesn't exist or has a value of another type
 */
export function madeUpFacts(facts: Readonly<Record<string, unknown>>, time: number): Facts {
	const problems = problemsOfFacts(facts, factCatalogue);
	if (problems.length > 0) throw new Error(`These facts can't be used:\n${listOf(problems)}`);
	const made = Object.entries(facts).map(([name, value]) => [
		name,
		readFact(factCatalogue[name as FactName], value),
	]);
	const given = Object.fromEntries(made) as Partial<Facts>;
	const zones = zonesIn({ ...NOTHING_KNOWN, ...given });
	const known = { ...NOTHING_KNOWN, now: localMoment(given, zones, time) ?? time, ...given };
	const local = {
		localTime: localTimeIn(zones, known.now),
		localDay: localDayIn(zones, known.now),
		localDate: localDateIn(zones, known.now),
	};
	return { ...known, ...local, ...given };
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
	facts: Readonly<Record<string, unknown>>,
	{ runtime = systemRuntime }: { runtime?: Pick<Runtime, 'now'> } = {},
): Promise<Verdict> {
	return compilePolicy(policy).ask(madeUpFacts(facts, runtime.now()), true);
}
