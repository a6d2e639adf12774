import { readFileSync } from 'node:fs';
import { isObject } from '../../base';
import type { PolicyDocument, TraceStep, Verdict } from '../../engine';
import { catalogueOf, isTimeZone, problemsOfMadeUp, readTypedFacts, tryPolicy } from '../../engine';
import { factsNotGiven } from '../../nodes/BusinessMessaging/policy/facts-not-given';
import { testSentence } from '../../nodes/BusinessMessaging/policy/test-sentence';
import { isoTime, withLocalTimes } from '../../nodes/shared/times';
import { hintsOnce } from '../../rules';
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

/**
 * The facts of an entry: they are its own, or those of a decision, as Get Timeline returns it or `why --json` prints it.
 * Nothing for what else happened with a customer.
 */
function factsOf(entry: FactsGiven): FactsGiven[] {
	const { kind, sentence, decision = entry } = entry;
	if (kind === 'decision' && isObject(decision) && isObject(decision.facts)) return [decision.facts];
	return typeof kind === 'string' && typeof sentence === 'string' ? [] : [entry];
}

/** The objects of a file with one on each line; undefined for any other file. */
function objectsOnLines(file: string): FactsGiven[] | undefined {
	const lines = readFileSync(file, 'utf8')
		.split('\n')
		.filter((line) => line.trim() !== '');
	try {
		const entries = lines.map((line) => JSON.parse(line) as unknown);
		return entries.every(isObject) ? entries : undefined;
	} catch {
		return undefined;
	}
}

function entriesOf(file: string): FactsGiven[] {
	const given = objectsOnLines(file) ?? readJsonFile(file);
	const entries = Array.isArray(given) ? (given as unknown[]) : [given];
	const others = entries.flatMap((entry, index) => (isObject(entry) ? [] : [index + 1]));
	const facts = entries.filter(isObject).flatMap(factsOf);
	if (facts.length > 0 && others.length === 0) return facts;
	const found =
		facts.length === 0
			? 'has no facts'
			: `has something else than facts at ${others.map((place) => `place ${place}`).join(', ')} of its list`;
	throw new Error(
		`${file} ${found}. Write an object such as {"window": "open"} for each message, and several of them in a list, or pass what "why --json" prints about a customer with decisions.`,
	);
}

/**
 * What a policy decides for each entry of a file with facts.
 * @throws Error that names everything that is wrong with them, each with its place in the file
 */
export async function tryFactsIn(file: string, policy: PolicyDocument): Promise<TriedFacts[]> {
	const catalogue = catalogueOf(policy);
	const entries = entriesOf(file).map((facts) => readTypedFacts(facts, catalogue));
	const problems = entries.flatMap((facts, index) =>
		problemsOfMadeUp(facts, policy).map((problem) => ({ ...problem, path: [index + 1] })),
	);
	if (problems.length > 0) {
		const lines = hintsOnce(problems).map(({ path, message }) => `- ${path.join('')}: ${message.document}`);
		throw new Error(`The policy wasn't asked about ${file}, because of its facts:\n${lines.join('\n')}`);
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
