import type { PolicyDocument, Verdict } from '../../../engine';
import { catalogueOf } from '../../../engine';
import { singleConditions } from '../../../rules';

/** What follows from the time zones, if those are given. */
const LOCAL: ReadonlySet<string> = new Set(['localTime', 'localDay', 'localDate']);

const SENDS: ReadonlySet<string> = new Set(['freeform', 'template']);

/**
 * The labels of the facts that a test doesn't give, and that the rule that decided asks about, or that kept an earlier
 * rule from sending something.
 */
export function factsNotGiven(
	policy: PolicyDocument,
	{ rule: decided, retryAt, trace = [] }: Verdict,
	given: Readonly<Record<string, unknown>>,
): string[] {
	const { rules } = policy;
	const catalogue = catalogueOf(policy);
	const isGiven = (fact: string) => fact in given || (LOCAL.has(fact) && 'timeZones' in given);
	const sending = new Set(rules.filter(({ event }) => SENDS.has(event.type)).map(({ name }) => name));
	const stopped = trace.filter(({ rule }) => sending.has(rule)).map(({ fact }) => fact);
	const deciding = rules.filter(({ name }) => name === decided);
	const asked = deciding.flatMap(({ conditions }) => singleConditions(conditions).map(({ fact }) => fact));
	const isEndUnknown =
		retryAt === undefined && deciding.some(({ event }) => LOCAL.has(event.params.retryAt ?? ''));
	const missing = [...stopped, ...asked].filter((fact) => !isGiven(fact));
	if (isEndUnknown && !('timeZones' in given)) missing.push('timeZones');
	return [...new Set(missing.map((fact) => catalogue[fact]!.label))];
}
