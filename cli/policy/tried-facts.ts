import { isObject } from '../../base';
import type { PolicyDocument, TraceStep, Verdict } from '../../engine';
import { isTimeZone, problemsOfMadeUp, tryPolicy } from '../../engine';
import { factsNotGiven } from '../../nodes/BusinessMessaging/policy/facts-not-given';
import { testSentence } from '../../nodes/BusinessMessaging/policy/test-sentence';
import { isoTime, withLocalTimes } from '../../nodes/shared/times';
import { readJsonFile } from './policy-named';

type FactsGiven = Record<string, unknown>;

/** What a policy decides for facts. */
export interface TriedFacts extends Pick<Verdict, 'action' | 'rule' | 'reason'> {
	/** The whole decision as people read it. */
	sentence: string;
	/** ISO 8601; `null` if waiting doesn't help. */
	retryAt: string | null;
	/** Why each earlier rule didn't decide. */
	trace: readonly TraceStep[];
	/** The labels of facts that matter here, and aren't given. */
	notGiven: readonly string[];
}

/** The facts of an entry: they are its own, or those of a decision that Get Timeline returned. */
const factsOf = (entry: FactsGiven): FactsGiven =>
	entry.kind === 'decision' && isObject(entry.facts) ? entry.facts : entry;

function entriesOf(file: string): FactsGiven[] {
	const given = readJsonFile(file);
	const entries = Array.isArray(given) ? (given as unknown[]) : [given];
	if (entries.length > 0 && entries.every(isObject)) return entries.map(factsOf);
	throw new Error(
		`${file} has no facts. Write an object such as {"window": "open"} for each message, and several of them in a list.`,
	);
}

/**
 * What a policy decides for each entry of a file with facts.
 * @throws Error that names everything that is wrong with them, each with its place in the file
 */
export async function tryFactsIn(file: string, policy: PolicyDocument): Promise<TriedFacts[]> {
	const entries = entriesOf(file);
	const problems = entries.flatMap((facts, index) =>
		problemsOfMadeUp(facts, policy).map(({ message }) => `- ${index + 1}: ${message.document}`),
	);
	if (problems.length > 0) {
		throw new Error(`The policy wasn't asked about ${file}, because of its facts:\n${problems.join('\n')}`);
	}
	return Promise.all(
		entries.map(async (facts) => {
			const verdict = await tryPolicy(policy, facts);
			const { action, rule, reason, retryAt, trace = [] } = verdict;
			const { timeZones: zone } = facts;
			const timeZone = typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC';
			const told = {
				action,
				rule,
				reason: withLocalTimes(reason, timeZone),
				retryAt: isoTime(retryAt),
				notGiven: factsNotGiven(policy, verdict, facts),
			};
			return { ...told, sentence: testSentence({ ...told, timeZone }, timeZone), trace };
		}),
	);
}
