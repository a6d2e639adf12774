import type { FactCatalogue, FactDefinition, FactType, FactValues } from '../../rules';
import { factDefinition, operatorCatalogue } from '../../rules';
import { factCatalogue } from './facts';

const OPERATORS: Readonly<Record<string, { value: string }>> = operatorCatalogue;

const YES_OR_NO: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

/** What sentences and the platform call values of facts: the glossary's words for a template's state. */
const SYNONYMS: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(factCatalogue.templateState.inSentences).map(([value, word]) => [word, value]),
);

/** A value that the fact can have, however it is spelled. */
function spelled(text: string, values: readonly string[] = []): string {
	const written = text.toLowerCase();
	return values.find((value) => [written, SYNONYMS[written]].includes(value.toLowerCase())) ?? text;
}

const TWELVE_HOURS = /\b(1[0-2]|0?[1-9])(?::([0-5]\d))?\s*([ap])\.?m\b\.?/gi;

/** Times of day as 24 hours: `9 pm` is 21:00. */
const with24Hours = (text: string) =>
	text.replace(TWELVE_HOURS, (_, hour: string, minutes = '00', half: string) => {
		const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
		return `${String(hours).padStart(2, '0')}:${minutes as string}`;
	});

function readOne(text: string, { type, values }: FactDefinition): unknown {
	if (type === 'boolean') return YES_OR_NO[text.toLowerCase()] ?? text;
	if (type === 'text') return spelled(text, values);
	// Without a unit, a number could be seconds or minutes. Only 0 is the same in all units.
	const isNumber = type === 'number' ? text !== '' && Number.isFinite(Number(text)) : text === '0';
	return isNumber ? Number(text) : text;
}

/**
 * The value of a condition, from what a person typed: `yes`, `90 s`, `21:00-08:00`, `marketing, utility`. What can't be
 * read stays as it is, so that the linter says what is wrong with it. What isn't a text comes from an expression.
 * @param catalogue the facts of a message, unless it's given
 */
export function readTypedValue(
	fact: string,
	operator: string,
	given: unknown,
	catalogue: FactCatalogue = factCatalogue,
): unknown {
	const definition = factDefinition(catalogue, fact);
	const compared = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator]!.value : 'same';
	if (typeof given !== 'string' || !definition) return given;
	const text = definition.type === 'localTime' ? with24Hours(given.trim()) : given.trim();
	if (compared === 'same') return readOne(text, definition);
	if (compared !== 'list') return text;
	const parts = text.split(',').map((part) => part.trim());
	return parts.filter((part) => part !== '').map((part) => readOne(part, definition));
}

function readTypedFact(fact: string, value: unknown, catalogue: FactCatalogue): unknown {
	if (factDefinition(catalogue, fact)?.type !== 'occurrences' || typeof value !== 'string')
		return readTypedValue(fact, 'equal', value, catalogue);
	const ago = value.split(',').map((each) => each.trim());
	return ago.filter((each) => each !== '');
}

/** Made-up facts, from what a person typed: values as in conditions, and what happened as `2 h, 3 d`. */
export const readTypedFacts = (typed: FactValues, catalogue: FactCatalogue): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(typed).map(([fact, value]) => [fact, readTypedFact(fact, value, catalogue)]),
	);

const DAYS = { equal: 'onDays', notEqual: 'notOnDays' };

/** What "is" and "is not", with which people begin, mean for facts that have operators of their own. */
const MEANT: Readonly<Partial<Record<FactType, Readonly<Record<string, string>>>>> = {
	weekday: DAYS,
	date: DAYS,
	localTime: { equal: 'withinHours', notEqual: 'outsideHours' },
};

/** The operator of a condition that a person means for the fact: "is" of a local time means hours. */
export function meantOperator(
	fact: string,
	operator: string,
	catalogue: FactCatalogue = factCatalogue,
): string {
	const definition = factDefinition(catalogue, fact);
	return (definition && MEANT[definition.type]?.[operator]) ?? operator;
}
