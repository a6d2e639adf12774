import type { Path } from '../base';
import { readDates, readWeekdays, WEEKDAYS } from './days';
import type { FactCatalogue, FactDefinition, FactType, FactValues, MomentFacts } from './fact-catalogue';
import { factDefinition } from './fact-catalogue';
import { isLocalTime } from './local-moment';
import { didYouMean, nearest, typosIn } from './meant';
import type { FoundProblem } from './problem';
import { error } from './problem';
import { isTimeZone, UNKNOWN, zonesIn } from './time-zones';
import type { ValueType } from './values';
import { readDuration, readValue, valueInWords } from './values';
import { named, wording } from './wording';

const shown = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** What is wrong with one value of a fact, or with one value that it is compared with. */
export function problemsOfValue(
	fact: string,
	{ label, values }: FactDefinition,
	valueType: ValueType,
	value: unknown,
	path: Path,
): FoundProblem[] {
	if (readValue(valueType, value) === undefined) {
		const must = wording`${named(label, fact)} must be ${valueInWords(valueType)}, not ${shown(value)}.`;
		return [error(path, wording`${must}${insteadOf(valueType, value)}`)];
	}
	if (valueType !== 'text' || !values || values.includes(value as string)) return [];
	if (value === '') {
		return [error(path, wording`It is empty. ${named(label, fact)} is one of: ${values.join(', ')}.`)];
	}
	const never = wording`${named(label, fact)} is never ${shown(value)}.`;
	const meant = [didYouMean(value as string, values), `It is one of: ${values.join(', ')}.`];
	return [error(path, wording`${never} ${meant.filter(Boolean).join(' ')}`)];
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false };

/** What to write instead of a value that isn't one of its type, if that is near; otherwise nothing. */
function insteadOf(valueType: ValueType, value: unknown): string {
	if (typeof value !== 'string') return '';
	const written = value.trim().toLowerCase();
	// Forms and statements have read these words.
	if (valueType === 'boolean' && Object.hasOwn(YES_OR_NO, written))
		return ` Write ${String(YES_OR_NO[written])}, without quotes.`;
	if (valueType !== 'weekday') return '';
	const wrong = value.split(',').filter((day) => readWeekdays(day) === undefined);
	return wrong
		.flatMap((day) => didYouMean(day.trim(), WEEKDAYS) ?? [])
		.map((asked) => ` ${asked}`)
		.join('');
}

/** What somebody likely meant who wrote a name that no fact has; the fact's name, and nothing if none is near. */
export function factMeant(written: string, catalogue: FactCatalogue): string | undefined {
	const [fact] = nearest(Object.entries(catalogue), ([name, { label }]) =>
		Math.min(typosIn(written, name), typosIn(written, label)),
	);
	return fact?.[0];
}

/** Every fact by its name. */
export const factsInWords = (catalogue: FactCatalogue): string =>
	`The facts are: ${Object.keys(catalogue).join(', ')}.`;

/** That no fact has a name, and which one it likely means. */
export function unknownFact(fact: unknown, path: Path, catalogue: FactCatalogue): FoundProblem {
	const meant = factMeant(String(fact), catalogue);
	const unknown = `The fact ${shown(fact)} doesn't exist.`;
	if (meant !== undefined) return error(path, `${unknown} Did you mean ${meant}?`);
	return error(path, unknown, factsInWords(catalogue));
}

const areWholeDates = (value: unknown) =>
	readDates(value)
		?.split(', ')
		.every((date) => date.length === '2026-12-24'.length) === true;

function readOccurrences(value: unknown): number[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const ago = value.map(readDuration);
	return ago.includes(undefined) ? undefined : (ago as number[]).sort((a, b) => a - b);
}

/** The types of facts that nothing is compared with as it is: how their values are read, and named in a sentence. */
const OWN_FORMS: Readonly<Partial<Record<FactType, { read: (value: unknown) => unknown; inWords: string }>>> =
	{
		localTime: {
			read: (value) => (isLocalTime(value) ? value : undefined),
			inWords: 'a local time ("23:15", "05:15, 08:15" in two time zones, or "unknown")',
		},
		weekday: {
			read: (value) => (value === UNKNOWN ? value : readWeekdays(value)),
			inWords: 'a day of the week ("Saturday", "Saturday, Sunday" in two time zones, or "unknown")',
		},
		date: {
			read: (value) => (value === UNKNOWN || areWholeDates(value) ? value : undefined),
			inWords: 'a date ("2026-12-24", "2026-12-24, 2026-12-25" in two time zones, or "unknown")',
		},
		occurrences: {
			read: readOccurrences,
			inWords: 'a list of how long ago it happened each time, such as 2 h, 3 d (in JSON: ["2 h", "3 d"])',
		},
	};

/** A made-up fact as a rule sees it; `undefined` if its value isn't of its type. */
export function readFact({ type }: FactDefinition, value: unknown): unknown {
	const form = OWN_FORMS[type];
	return form ? form.read(value) : readValue(type as ValueType, value);
}

const ZONES: keyof MomentFacts = 'timeZones';

/** The first of some time zones that doesn't exist. */
const unknownZone = (value: unknown) =>
	typeof value === 'string' ? zonesIn({ timeZones: value }).find((zone) => !isTimeZone(zone)) : undefined;

/** What is wrong with made-up facts: names that aren't in the catalogue, values of another type. */
export function problemsOfFacts(facts: FactValues, catalogue: FactCatalogue): FoundProblem[] {
	return Object.entries(facts).flatMap(([fact, value]) => {
		const path = ['facts', fact];
		const definition = factDefinition(catalogue, fact);
		if (!definition) return [unknownFact(fact, path, catalogue)];
		const form = OWN_FORMS[definition.type];
		const zone = fact === ZONES ? unknownZone(value) : undefined;
		if (zone !== undefined) {
			return [
				error(
					path,
					wording`${named(definition.label, fact)} must be like Europe/Berlin, not ${shown(zone)}.`,
				),
			];
		}
		if (!form) return problemsOfValue(fact, definition, definition.type as ValueType, value, path);
		if (form.read(value) !== undefined) return [];
		return [
			error(path, wording`${named(definition.label, fact)} must be ${form.inWords}, not ${shown(value)}.`),
		];
	});
}
