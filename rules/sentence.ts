import type { FactCatalogue, FactType } from './fact-type';

const NAMED = /\{(\w+)\}/g;

/** The facts that a sentence names in braces. */
export function factsNamedIn(text: string): string[] {
	return [...text.matchAll(NAMED)].map((match) => match[1]!);
}

function written(type: FactType | undefined, value: unknown): string {
	if (type === 'time')
		return value === 0 ? 'a time that is not known' : new Date(value as number).toISOString();
	if (type === 'duration') return `${Math.round((value as number) / 1_000)} s`;
	if (type === 'sends') return String((value as number[]).length);
	return String(value);
}

/** A sentence with the facts that it names in braces. */
export function writeSentence(
	text: string,
	catalogue: FactCatalogue,
	facts: Readonly<Record<string, unknown>>,
): string {
	return text.replace(NAMED, (_, name: string) => written(catalogue[name]?.type, facts[name]));
}
