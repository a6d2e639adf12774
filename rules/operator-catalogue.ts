import type { FactType } from './fact-catalogue';
import type { ValueType } from './values';
import { readValue } from './values';

/** What an operator compares a fact with: a value of the fact's own type, a list of them, hours, or a cap. */
type OperatorValue = 'same' | 'list' | 'hours' | 'cap';

export interface OperatorDefinition {
	label: string;
	description: string;
	/** The types of facts that it fits. */
	factTypes: readonly FactType[];
	value: OperatorValue;
	/** A value as people write it. */
	example: string;
}

const NUMBERS: readonly FactType[] = ['number', 'time', 'duration'];

/**
 * Every operator that a condition can have. Those that json-rules-engine has keep their names and meaning; it's told
 * of the others in `compare`.
 */
export const operatorCatalogue = {
	equal: {
		label: 'is',
		description: 'The fact equals this value.',
		factTypes: ['boolean', 'text', ...NUMBERS],
		value: 'same',
		example: 'open',
	},
	notEqual: {
		label: 'is not',
		description: 'The fact has a different value.',
		factTypes: ['boolean', 'text', ...NUMBERS],
		value: 'same',
		example: 'closed',
	},
	in: {
		label: 'is one of',
		description: 'The fact is one of these values.',
		factTypes: ['text'],
		value: 'list',
		example: 'medium, high',
	},
	notIn: {
		label: 'is not one of',
		description: 'The fact is none of these values.',
		factTypes: ['text'],
		value: 'list',
		example: 'low, pending',
	},
	lessThan: {
		label: 'is less than',
		description: 'The number or duration is less than this value.',
		factTypes: NUMBERS,
		value: 'same',
		example: '5 min',
	},
	lessThanInclusive: {
		label: 'is at most',
		description: 'The number or duration is less than or equal to this value.',
		factTypes: NUMBERS,
		value: 'same',
		example: '60 s',
	},
	greaterThan: {
		label: 'is greater than',
		description: 'The number or duration is greater than this value.',
		factTypes: NUMBERS,
		value: 'same',
		example: '0',
	},
	greaterThanInclusive: {
		label: 'is at least',
		description: 'The number or duration is greater than or equal to this value.',
		factTypes: NUMBERS,
		value: 'same',
		example: '250',
	},
	before: {
		label: 'is before',
		description: "The time is before this one. A time that isn't known is never before another.",
		factTypes: ['time'],
		value: 'same',
		example: '2026-12-24T18:00:00+01:00',
	},
	after: {
		label: 'is after',
		description: "The time is after this one. A time that isn't known is never after another.",
		factTypes: ['time'],
		value: 'same',
		example: '2026-12-27T08:00:00+01:00',
	},
	withinHours: {
		label: 'is within the hours',
		description:
			"The local time is within these hours, in any time zone that applies. The end time isn't included. Hours can cross midnight. An unknown time counts as within all hours.",
		factTypes: ['localTime'],
		value: 'hours',
		example: '21:00-08:00',
	},
	outsideHours: {
		label: 'is outside the hours',
		description:
			'The local time is outside these hours, in any time zone that applies. An unknown time counts as outside all hours.',
		factTypes: ['localTime'],
		value: 'hours',
		example: '09:00-18:00',
	},
	onDays: {
		label: 'is one of the days',
		description:
			'The local day or date is one of these, in any time zone that applies. Dates can have no year: 12-25. An unknown day counts as one of them.',
		factTypes: ['weekday', 'date'],
		value: 'same',
		example: 'Saturday, Sunday',
	},
	notOnDays: {
		label: 'is none of the days',
		description:
			'The local day or date is none of these, in any time zone that applies. An unknown day counts as none of them.',
		factTypes: ['weekday', 'date'],
		value: 'same',
		example: 'Monday, Tuesday, Wednesday, Thursday, Friday',
	},
	reaches: {
		label: 'reaches',
		description: 'It happened at least this many times within the period before now.',
		factTypes: ['occurrences'],
		value: 'cap',
		example: '2 per 24 h',
	},
} as const satisfies Record<string, OperatorDefinition>;

export type OperatorName = keyof typeof operatorCatalogue;

const definitions: Readonly<Record<string, OperatorDefinition>> = operatorCatalogue;

/** An operator by name; `undefined` for anything that isn't the name of one. */
export function operatorNamed(name: unknown): OperatorDefinition | undefined {
	return typeof name === 'string' && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

/** The names of the operators that fit a type of fact. */
export function operatorsOf(type: FactType): string[] {
	return Object.keys(definitions).filter((name) => definitions[name]!.factTypes.includes(type));
}

/** The type of the value that an operator compares facts of a type with; of each value if it's a list. */
export function valueTypeOf({ value }: OperatorDefinition, factType: FactType): ValueType {
	return value === 'same' || value === 'list' ? (factType as ValueType) : value;
}

/** The value of a condition as its operator compares it, with times and durations as numbers. It must fit. */
export function comparedValue(operator: string, factType: FactType, value: unknown): unknown {
	const definition = operatorNamed(operator)!;
	if (definition.value !== 'same') return value;
	return readValue(valueTypeOf(definition, factType), value);
}
