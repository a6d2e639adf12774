import type { FactCatalogue, FactDefinition, FactType, FactValues, MomentFacts } from './fact-catalogue';
import type { Path } from '../base';
import { isObject } from '../base';
import { operatorNamed } from './operator-catalogue';
import { endsByItself } from './retry-time';
import { limitsIn, problemsOfLimits } from './limits';
import type { FoundProblem } from './problem';
import { error } from './problem';
import type { Condition, Conditions } from './rule';
import { listed, named, wording } from './wording';

/** A fact, or what the rule compares it with. */
const NAMED = /\{((\w+)(?:\.\w+)?)\}/g;

/** The facts that a sentence names in braces. */
export function factsNamedIn(text: string): string[] {
	return [...text.matchAll(NAMED)].map((match) => match[2]!);
}

const asItIs = (value: unknown) => String(value);

/** How a fact of each type is written into a sentence. */
const WRITTEN: Readonly<Record<FactType, (value: unknown, fact: FactDefinition) => string>> = {
	boolean: asItIs,
	text: (value, { inSentences = {} }) =>
		Object.hasOwn(inSentences, String(value)) ? inSentences[String(value)]! : asItIs(value),
	number: (value, { unknownNumber, unknown = "an amount that isn't known", written = asItIs }) =>
		value === unknownNumber ? unknown : written(value as number),
	localTime: asItIs,
	weekday: asItIs,
	date: asItIs,
	time: (value, { unknown = "a time that isn't known" }) =>
		value === 0 ? unknown : new Date(value as number).toISOString(),
	duration: (value) => `${Math.round((value as number) / 1_000)} s`,
	occurrences: (value) => String((value as number[]).length),
};

/** A sentence with the facts that it names in braces. */
export function writeSentence(text: string, catalogue: FactCatalogue, facts: FactValues): string {
	return text.replace(NAMED, (braces, name: string, ofFact: string) => {
		if (name !== ofFact) return (facts[name] as string | undefined) ?? braces;
		const fact = Object.hasOwn(catalogue, name) ? catalogue[name]! : undefined;
		if (facts[name] === null) return 'unknown';
		return fact ? WRITTEN[fact.type](facts[name], fact) : asItIs(facts[name]);
	});
}

/** The same for a sentence of a rule, which can name what its conditions compare with. */
export function sentenceOf(
	text: string,
	conditions: Conditions,
	catalogue: FactCatalogue,
): (facts: FactValues) => string {
	const limits = limitsIn(text, conditions, catalogue);
	return (facts) => writeSentence(text, catalogue, { ...facts, ...limits(facts) });
}

/** What a text names in braces that isn't a fact, or that its rule doesn't compare. */
export function problemsOfSentence(
	text: unknown,
	conditions: unknown,
	path: Path,
	catalogue: FactCatalogue,
): FoundProblem[] {
	if (typeof text !== 'string') return [];
	const unknown = factsNamedIn(text).filter((name) => !Object.hasOwn(catalogue, name));
	if (unknown.length === 0) return problemsOfLimits(text, conditions, path);
	return unknown.map((name) => error(path, `The text contains {${name}}, but this fact doesn't exist.`));
}

/** The single conditions of a rule, except those within `not`. Works even if they are wrong. */
function conditionsOutsideNot(part: unknown): Condition[] {
	if (!isObject(part)) return [];
	const inner = [part.all, part.any].flatMap((parts) => (Array.isArray(parts) ? parts : []));
	const single = part as unknown as Condition;
	return [...(typeof single.operator === 'string' ? [single] : []), ...inner.flatMap(conditionsOutsideNot)];
}

const NOW: keyof MomentFacts = 'now';

/** What is wrong with the fact that a rule names for when to ask again, as `retryTimeOf` reads it. */
export function problemsOfRetryTime(
	fact: unknown,
	conditions: unknown,
	path: Path,
	catalogue: FactCatalogue,
): FoundProblem[] {
	if (typeof fact !== 'string') return [];
	const asked = conditionsOutsideNot(conditions);
	const { type } = catalogue[fact] ?? {};
	const isMisread = ({ fact: read, operator }: Condition) =>
		read === fact && type !== undefined && !operatorNamed(operator)?.factTypes.includes(type);
	// The condition has a problem of its own, and may end once that is mended.
	if (asked.some(isMisread)) return [];
	const times = Object.keys(catalogue).filter((name) => catalogue[name]!.type === 'time' && name !== NOW);
	const fitting = [...times, ...asked.filter(endsByItself).map((each) => each.fact)];
	if (fitting.includes(fact)) return [];
	const choices = fitting.map((name) => named(catalogue[name]?.label ?? name, name));
	const chosen = Object.hasOwn(catalogue, fact) ? named(catalogue[fact]!.label, fact) : `"${fact}"`;
	const message = wording`${chosen} isn't in a condition of this rule that ends as time passes. Choose one of these: ${listed(choices)}.`;
	return [error(path, message)];
}
