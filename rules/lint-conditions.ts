import type { FactCatalogue, FactDefinition } from './fact-type';
import { isLocalTime } from './local-time';
import { operatorNamed, operatorsOf, valueTypeOf } from './operators';
import type { Problem } from '../engine/policies/policy';
import type { ValueType } from './values';
import { readDuration, readValue, valueInWords } from './values';

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const error = (path: string, message: string): Problem => ({ path, severity: 'error', message });

const shown = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** What is wrong with one value of a fact, or with one that it is compared with. */
function problemsOfOne(
	fact: string,
	{ type, values }: FactDefinition,
	valueType: ValueType,
	value: unknown,
	path: string,
) {
	if (readValue(valueType, value) === undefined) {
		return [error(path, `A ${type} is compared with ${valueInWords(valueType)}, not with ${shown(value)}.`)];
	}
	if (valueType !== 'text' || !values || values.includes(value as string)) return [];
	return [error(path, `The fact ${fact} is never ${shown(value)}. It is one of: ${values.join(', ')}.`)];
}

const unknownFact = (fact: unknown, catalogue: FactCatalogue) =>
	`There is no fact ${shown(fact)}. The facts are: ${Object.keys(catalogue).join(', ')}.`;

const definitionOf = (fact: unknown, catalogue: FactCatalogue) =>
	typeof fact === 'string' && Object.hasOwn(catalogue, fact) ? catalogue[fact] : undefined;

function problemsOfCondition(condition: Fields, path: string, catalogue: FactCatalogue): Problem[] {
	const { operator, value } = condition;
	const fact = condition.fact as string;
	const definition = definitionOf(fact, catalogue);
	if (!definition) return [error(`${path}.fact`, unknownFact(fact, catalogue))];
	const { type } = definition;
	const known = operatorNamed(operator);
	if (!known?.factTypes.includes(type)) {
		const fitting = operatorsOf(type).join(', ');
		return [error(`${path}.operator`, `The fact ${fact} is a ${type}; its operators are: ${fitting}.`)];
	}
	const values = known.value === 'list' ? value : [value];
	if (!Array.isArray(values) || values.length === 0) {
		return [error(`${path}.value`, `The operator ${operator as string} compares with a list.`)];
	}
	const valueType = valueTypeOf(known, type);
	return values.flatMap((each) => problemsOfOne(fact, definition, valueType, each, `${path}.value`));
}

const CONDITION_FIELDS = ['fact', 'operator', 'value'];
const FORMS =
	'A condition is { fact, operator, value }, { all: [conditions] }, { any: [conditions] } or { not: condition }';

/** What is wrong with conditions about the facts of a catalogue, however deep they are nested. */
export function problemsOfConditions(part: unknown, path: string, catalogue: FactCatalogue): Problem[] {
	if (!isFields(part)) return [error(path, `${FORMS}.`)];
	const fields = Object.keys(part);
	const isSingle = fields.includes('fact');
	const surplus = fields.filter((name) => !(isSingle ? CONDITION_FIELDS : fields.slice(0, 1)).includes(name));
	if (surplus.length > 0) return [error(path, `${FORMS}, without ${surplus.join(', ')}.`)];
	if (isSingle) return problemsOfCondition(part, path, catalogue);
	if ('not' in part) return problemsOfConditions(part.not, `${path}.not`, catalogue);
	const key = 'all' in part ? 'all' : 'any';
	const parts = part[key];
	if (!Array.isArray(parts) || parts.length === 0) return [error(path, `${FORMS}; lists are not empty.`)];
	return parts.flatMap((inner: unknown, index) =>
		problemsOfConditions(inner, `${path}.${key}[${index}]`, catalogue),
	);
}

/** A made-up fact as a rule sees it; `undefined` where its value is none of its type. */
export function readFact({ type }: FactDefinition, value: unknown): unknown {
	if (type === 'localTime') return isLocalTime(value) ? value : undefined;
	if (type !== 'sends') return readValue(type, value);
	if (!Array.isArray(value)) return undefined;
	const ago = value.map(readDuration);
	return ago.includes(undefined) ? undefined : (ago as number[]).sort((a, b) => a - b);
}

const FACTS_IN_WORDS = {
	localTime: 'what clocks show ("23:15", or "05:15, 08:15" in two time zones, or "unknown")',
	sends: 'a list of how long ago each was sent (["2 h", "3 d"])',
};

/** What is wrong with facts that somebody made up: names that are not in the catalogue, values of another type. */
export function problemsOfFacts(facts: Readonly<Fields>, catalogue: FactCatalogue): Problem[] {
	return Object.entries(facts).flatMap(([fact, value]) => {
		const definition = definitionOf(fact, catalogue);
		if (!definition) return [error(`facts.${fact}`, unknownFact(fact, catalogue))];
		const { type } = definition;
		if (type !== 'localTime' && type !== 'sends')
			return problemsOfOne(fact, definition, type, value, `facts.${fact}`);
		if (readFact(definition, value) !== undefined) return [];
		return [error(`facts.${fact}`, `The fact ${fact} is ${FACTS_IN_WORDS[type]}, not ${shown(value)}.`)];
	});
}
