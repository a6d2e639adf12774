import type { FactType } from './fact-type';
import { isAtHours, otherHours } from './local-time';
import type { Cap, Hours, ValueType } from './values';
import { readCap, readHours, readValue } from './values';

/** What an operator compares a fact with: a value of the fact's own type, a list of them, hours, or a cap. */
export type OperatorValue = 'same' | 'list' | 'hours' | 'cap';

export interface OperatorDefinition {
	label: string;
	description: string;
	/** The types of facts that it fits. */
	factTypes: readonly FactType[];
	value: OperatorValue;
	/** A value, as people write it. */
	example: string;
}

const NUMBERS: readonly FactType[] = ['number', 'time', 'duration'];

/**
 * Every operator that a condition can have. Those that json-rules-engine brings have its names and meaning; the
 * others are ours.
 */
export const operatorCatalogue = {
	equal: {
		label: 'is',
		description: 'The fact is this value.',
		factTypes: ['boolean', 'text', ...NUMBERS],
		value: 'same',
		example: 'open',
	},
	notEqual: {
		label: 'is not',
		description: 'The fact is another value.',
		factTypes: ['boolean', 'text', ...NUMBERS],
		value: 'same',
		example: 'agent',
	},
	in: {
		label: 'is one of',
		description: 'The fact is one of these values.',
		factTypes: ['text'],
		value: 'list',
		example: 'MARKETING, UTILITY',
	},
	notIn: {
		label: 'is none of',
		description: 'The fact is none of these values.',
		factTypes: ['text'],
		value: 'list',
		example: 'rejected, disabled',
	},
	lessThan: {
		label: 'is less than',
		description: 'The number or duration is smaller.',
		factTypes: NUMBERS,
		value: 'same',
		example: '5 min',
	},
	lessThanInclusive: {
		label: 'is at most',
		description: 'The number or duration is smaller, or the same.',
		factTypes: NUMBERS,
		value: 'same',
		example: '60 s',
	},
	greaterThan: {
		label: 'is more than',
		description: 'The number or duration is larger.',
		factTypes: NUMBERS,
		value: 'same',
		example: '0',
	},
	greaterThanInclusive: {
		label: 'is at least',
		description: 'The number or duration is larger, or the same.',
		factTypes: NUMBERS,
		value: 'same',
		example: '250',
	},
	before: {
		label: 'is before',
		description: 'The time comes before this one. A time that there is not is before none.',
		factTypes: ['time'],
		value: 'same',
		example: '2026-12-24T18:00:00+01:00',
	},
	after: {
		label: 'is after',
		description: 'The time comes after this one. A time that there is not is after none.',
		factTypes: ['time'],
		value: 'same',
		example: '2026-12-27T08:00:00+01:00',
	},
	withinHours: {
		label: 'is within the hours',
		description:
			'It is one of these hours where the customer is, in any time zone that the country has. The last minute is not one of them. They may cross midnight. An unknown time is within all hours.',
		factTypes: ['localTime'],
		value: 'hours',
		example: '21:00-08:00',
	},
	outsideHours: {
		label: 'is outside the hours',
		description:
			'It is none of these hours where the customer is, in any time zone that the country has. An unknown time is outside all hours.',
		factTypes: ['localTime'],
		value: 'hours',
		example: '09:00-18:00',
	},
	reaches: {
		label: 'reaches',
		description: 'So many messages or more went out within the time before now.',
		factTypes: ['sends'],
		value: 'cap',
		example: '2 per 24 h',
	},
} as const satisfies Record<string, OperatorDefinition>;

export type OperatorName = keyof typeof operatorCatalogue;

const definitions: Readonly<Record<string, OperatorDefinition>> = operatorCatalogue;

/** An operator by name; `undefined` for a name that is none. */
export function operatorNamed(name: unknown): OperatorDefinition | undefined {
	return typeof name === 'string' && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

/** The names of the operators that fit a type of fact. */
export function operatorsOf(type: FactType): string[] {
	return Object.keys(definitions).filter((name) => definitions[name]!.factTypes.includes(type));
}

/** The type of the values that an operator compares facts of a type with; each of them, where it is a list. */
export function valueTypeOf({ value }: OperatorDefinition, factType: FactType): ValueType {
	return value === 'same' || value === 'list' ? (factType as ValueType) : value;
}

/** The value of a condition as its operator compares it: times and durations as numbers. It must be one that fits. */
export function comparedValue(operator: string, factType: FactType, value: unknown): unknown {
	const definition = operatorNamed(operator)!;
	if (definition.value !== 'same') return value;
	return readValue(valueTypeOf(definition, factType), value);
}

type Compare = (fact: unknown, value: unknown) => boolean;

const compareNumbers =
	(compare: (fact: number, value: number) => boolean): Compare =>
	(fact, value) =>
		compare(fact as number, value as number);

const compareHours =
	(hoursMeant: (hours: Hours) => Hours): Compare =>
	(fact, value) =>
		isAtHours(fact as string, hoursMeant(readHours(value)!));

/** How many of some sends went out within the time of a cap. */
export const countWithin = (sends: number[], { within }: Cap) => sends.filter((ago) => ago < within).length;

/** The operators that json-rules-engine has to be told of. */
export const OWN_OPERATORS = {
	before: compareNumbers((fact, value) => fact > 0 && fact < value),
	after: compareNumbers((fact, value) => fact > value),
	withinHours: compareHours((hours) => hours),
	outsideHours: compareHours(otherHours),
	reaches: (fact, value) => {
		const cap = readCap(value)!;
		return countWithin(fact as number[], cap) >= cap.count;
	},
} as const satisfies Partial<Record<OperatorName, Compare>>;

/** What each operator says of a fact and a compared value. The facts of a catalogue are never missing. */
export const COMPARE: Readonly<Record<OperatorName, Compare>> = {
	equal: (fact, value) => fact === value,
	notEqual: (fact, value) => fact !== value,
	in: (fact, value) => (value as unknown[]).includes(fact),
	notIn: (fact, value) => !(value as unknown[]).includes(fact),
	lessThan: compareNumbers((fact, value) => fact < value),
	lessThanInclusive: compareNumbers((fact, value) => fact <= value),
	greaterThan: compareNumbers((fact, value) => fact > value),
	greaterThanInclusive: compareNumbers((fact, value) => fact >= value),
	...OWN_OPERATORS,
};
