import type { FactCatalogue, FactDefinition, FactType, FactValues } from './fact-catalogue';

const NAMED = /\{(\w+)\}/g;

/** The facts that a sentence names in braces. */
export function factsNamedIn(text: string): string[] {
	return [...text.matchAll(NAMED)].map((match) => match[1]!);
}

const asItIs = (value: unknown) => String(value);

/** How a fact of each type is written into a sentence. */
const WRITTEN: Readonly<Record<FactType, (value: unknown, fact: FactDefinition) => string>> = {
	boolean: asItIs,
	text: asItIs,
	number: asItIs,
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
	return text.replace(NAMED, (_, name: string) => {
		const fact = Object.hasOwn(catalogue, name) ? catalogue[name]! : undefined;
		return fact ? WRITTEN[fact.type](facts[name], fact) : asItIs(facts[name]);
	});
}
