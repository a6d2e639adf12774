import { singleConditions } from './evaluate-conditions';
import type { FactDefinition, FactName, Facts } from './facts';
import { factCatalogue } from './facts';
import type { PolicyDocument } from './policy';

/** Beyond this many, a policy is not looked through: its conditions ask too many different things. */
const MOST_SITUATIONS = 200_000;

const NAMES = Object.keys(factCatalogue) as FactName[];

/** Just below, at and just above each number that a policy compares with, and nothing at all. */
function numbersAround(compared: unknown[]): number[] {
	const numbers = compared.filter((value) => typeof value === 'number');
	return [...new Set([0, ...numbers.flatMap((value) => [value - 1, value, value + 1])])].filter(
		(value) => value >= 0,
	);
}

/** The values of a fact that can make a difference to a policy. */
function valuesOf(name: FactName, compared: unknown[]): unknown[] {
	const definition: FactDefinition = factCatalogue[name];
	if (compared.length === 0)
		return definition.type === 'text' ? ['none'] : definition.type === 'boolean' ? [false] : [0];
	if (definition.type === 'boolean') return [false, true];
	if (definition.type === 'text')
		return [...new Set([...(definition.values ?? ['anything else']), ...compared])];
	return numbersAround(compared);
}

/** What must go together: there is no closing time of a closed window, and no state of a template that is not given. */
function isPossible(facts: Facts, asked: ReadonlySet<FactName>): boolean {
	const both = (a: FactName, b: FactName) => asked.has(a) && asked.has(b);
	const impossible =
		(both('window', 'windowClosesIn') && (facts.window === 'open') !== facts.windowClosesIn > 0) ||
		(both('window', 'windowClosesAt') && (facts.window === 'open') !== facts.windowClosesAt > 0) ||
		(both('windowClosesIn', 'windowClosesAt') && facts.windowClosesIn > 0 !== facts.windowClosesAt > 0) ||
		(both('hasTemplate', 'templateState') && facts.hasTemplate !== (facts.templateState !== 'none')) ||
		(both('templateState', 'templatePause') &&
			(facts.templateState === 'paused') !== (facts.templatePause !== 'none')) ||
		(both('templateState', 'templatePauseEndsAt') &&
			facts.templateState !== 'paused' &&
			facts.templatePauseEndsAt > 0);
	return !impossible;
}

function* combinations(domains: ReadonlyArray<readonly [FactName, unknown[]]>): Generator<Facts> {
	const [first, ...rest] = domains;
	if (!first) {
		yield {} as Facts;
		return;
	}
	const [name, values] = first;
	for (const others of combinations(rest)) for (const value of values) yield { ...others, [name]: value };
}

/**
 * Every situation that a policy tells apart: all possible combinations of the values that its conditions compare with.
 * `undefined` when there are too many to look through.
 */
export function situationsOf(policy: PolicyDocument): Iterable<Facts> | undefined {
	const compared = new Map<FactName, unknown[]>(NAMES.map((name) => [name, []]));
	for (const { conditions } of policy.rules) {
		for (const { fact, value } of singleConditions(conditions))
			compared.get(fact as FactName)!.push(...[value].flat());
	}
	const domains = [...compared].map(([name, values]) => [name, valuesOf(name, values)] as const);
	const count = domains.reduce((product, [, values]) => product * values.length, 1);
	if (count > MOST_SITUATIONS) return undefined;
	const asked = new Set([...compared].filter(([, values]) => values.length > 0).map(([name]) => name));
	return (function* () {
		for (const facts of combinations(domains)) if (isPossible(facts, asked)) yield facts;
	})();
}
