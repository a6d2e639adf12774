import fc from '../../support/properties';
import type { Condition, Conditions, FactCatalogue, FactType, FactValues } from '../../../rules';
import { operatorCatalogue, operatorsOf } from '../../../rules';
import { HOUR, NOON } from './library';

/** Few numbers, close together, so that facts often equal what they are compared with. */
const aNumber = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(0.5, 250, -250));
const aTime = fc.oneof(
	fc.constantFrom(0, NOON),
	fc.integer({ min: -2, max: 2 }).map((step) => NOON + step * HOUR),
);
const aDuration = fc.oneof(fc.constantFrom(0, 60_000), fc.integer({ min: 59_999, max: 60_001 }));
const aText = fc.constantFrom('none', 'one', 'two');
const aClock = fc.constantFrom('00:00', '07:59', '08:00', '12:00', '20:59', '21:00', '23:59');

const aWeekday = fc.constantFrom('Friday', 'Saturday', 'Sunday');
const aDate = fc.constantFrom('2026-12-24', '2026-12-25', '2027-12-25');

/** A fact of each type. */
const FACTS: Readonly<Record<FactType, (values?: readonly string[]) => fc.Arbitrary<unknown>>> = {
	boolean: () => fc.boolean(),
	text: (values) => (values ? fc.constantFrom(...values) : aText),
	number: () => aNumber,
	time: () => aTime,
	duration: () => aDuration,
	localTime: () =>
		fc.oneof(
			fc.constant('unknown'),
			fc.uniqueArray(aClock, { minLength: 1, maxLength: 3 }).map((times) => times.sort().join(', ')),
		),
	weekday: () =>
		fc.oneof(
			fc.constant('unknown'),
			fc.uniqueArray(aWeekday, { minLength: 1, maxLength: 2 }).map((days) => days.join(', ')),
		),
	date: () =>
		fc.oneof(
			fc.constant('unknown'),
			fc.uniqueArray(aDate, { minLength: 1, maxLength: 2 }).map((dates) => dates.join(', ')),
		),
	occurrences: () =>
		fc
			.array(
				fc.integer({ min: 0, max: 6 }).map((hours) => hours * HOUR),
				{ maxLength: 4 },
			)
			.map((ago) => ago.sort((a, b) => a - b)),
};

/** A value that people compare a fact of each type with, as they may write it. */
const OWN_VALUES = {
	boolean: () => fc.boolean(),
	text: FACTS.text,
	number: () => aNumber,
	time: () =>
		fc.oneof(
			aTime,
			aTime.map((time) => new Date(time).toISOString()),
		),
	weekday: () => fc.constantFrom('Saturday', 'saturday,Sunday', 'Monday', 'Friday, Saturday, Sunday'),
	date: () => fc.constantFrom('2026-12-24', '12-25', '12-24,2027-12-25', '2020-02-29'),
	duration: () => fc.oneof(aDuration, fc.constantFrom('60 s', '1 min', '0 s', '1.5 min')),
};

const VALUES = {
	hours: fc.constantFrom('21:00-08:00', '08:00-21:00', '12:00 – 12:01', '00:00-08:00', '21:00-24:00'),
	cap: fc.constantFrom('1 per 1 h', '2 per 2 h', '2 per 3 h', '3 per 1 d'),
};

const OPERATORS: Readonly<Record<string, { value: 'same' | 'list' | 'hours' | 'cap' }>> = operatorCatalogue;

/** Any condition on this fact that the linter has nothing to say against. */
function aConditionOn(fact: string, catalogue: FactCatalogue): fc.Arbitrary<Condition> {
	const { type, values } = catalogue[fact]!;
	const own = () => OWN_VALUES[type as keyof typeof OWN_VALUES](values);
	const valueFor = (operator: string): fc.Arbitrary<unknown> => {
		const { value } = OPERATORS[operator]!;
		if (value === 'same') return own();
		return value === 'list' ? fc.array(own(), { minLength: 1, maxLength: 3 }) : VALUES[value];
	};
	return fc
		.constantFrom(...operatorsOf(type))
		.chain((operator) => valueFor(operator).map((value) => ({ fact, operator, value })));
}

/** Any single condition on a fact of the catalogue. */
export const anyCondition = (catalogue: FactCatalogue): fc.Arbitrary<Condition> =>
	fc.constantFrom(...Object.keys(catalogue)).chain((fact) => aConditionOn(fact, catalogue));

/** Any conditions, nested in any way. */
export function anyConditions(catalogue: FactCatalogue): fc.Arbitrary<Conditions> {
	const { conditions } = fc.letrec<{ conditions: Conditions }>((tie) => ({
		conditions: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			anyCondition(catalogue),
			fc.record({ all: fc.array(tie('conditions'), { minLength: 1, maxLength: 3 }) }),
			fc.record({ any: fc.array(tie('conditions'), { minLength: 1, maxLength: 3 }) }),
			fc.record({ not: tie('conditions') }),
		),
	}));
	return conditions;
}

/** Any facts of the catalogue. */
export const anyFacts = (catalogue: FactCatalogue): fc.Arbitrary<FactValues> =>
	fc.record(
		Object.fromEntries(
			Object.entries(catalogue).map(([name, { type, values }]) => [name, FACTS[type](values)]),
		),
	);
