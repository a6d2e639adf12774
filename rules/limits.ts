import type { Path } from '../base';
import { isObject } from '../base';
import { countWithin } from './compare';
import { plainConditions, prepared } from './conditions';
import { conditionHolds } from './evaluate';
import type { FactCatalogue, FactDefinition, FactValues } from './fact-catalogue';
import type { OperatorName } from './operator-catalogue';
import { operatorNamed } from './operator-catalogue';
import type { FoundProblem } from './problem';
import { error } from './problem';
import type { Condition, Conditions } from './rule';
import { hoursOnTheClock, readCap } from './values';

/** What a sentence can name of a fact that its rule compares: what with, and how often it happened within a cap's period. */
const OF_CONDITION: Readonly<
	Record<
		string,
		{
			fits(condition: Condition): boolean;
			write(condition: Condition, fact: unknown, definition: Pick<FactDefinition, 'written'>): string;
		}
	>
> = {
	limit: {
		fits: () => true,
		write: ({ operator, value }, _, { written }) =>
			operatorNamed(operator)?.value === 'hours'
				? hoursOnTheClock(value)
				: [value]
						.flat()
						.map((one: unknown) => (written && typeof one === 'number' ? written(one) : one))
						.join(', '),
	},
	count: {
		fits: ({ operator }) => operator === ('reaches' satisfies OperatorName),
		write: ({ value }, fact) => String(countWithin(fact as number[], readCap(value)!)),
	},
};

const NAMED = /\{((\w+)\.(\w+))\}/g;

interface Named {
	/** `marketingSent.limit` */
	name: string;
	fact: string;
	part: string;
}

const namedIn = (text: string): Named[] =>
	[...text.matchAll(NAMED)].map(([, name, fact, part]) => ({ name: name!, fact: fact!, part: part! }));

/** A condition as it is written, and as it is asked. */
interface Asked {
	condition: Condition;
	prepared: Condition;
}

/** Of conditions on one fact, those that a sentence means: the ones that hold. */
function meant(asked: readonly Asked[], facts: FactValues): readonly Asked[] {
	const holding = asked.filter((one) => conditionHolds(one.prepared, facts));
	return holding.length > 0 ? holding : asked;
}

/** What a sentence names of its rule's conditions, by the names in its braces. */
export function limitsIn(
	text: string,
	conditions: Conditions,
	catalogue: FactCatalogue,
): (facts: FactValues) => Record<string, string> {
	const named = namedIn(text).flatMap(({ name, fact, part }) => {
		if (!Object.hasOwn(OF_CONDITION, part)) return [];
		const { fits, write } = OF_CONDITION[part]!;
		const own = plainConditions(conditions)
			.filter((one) => one.fact === fact && fits(one))
			.map((condition): Asked => ({ condition, prepared: prepared(condition, catalogue) as Condition }));
		return own.length > 0 ? [{ name, fact, own, write }] : [];
	});
	return (facts) =>
		Object.fromEntries(
			named.map(({ name, fact, own, write }) => {
				const definition = catalogue[fact]!;
				const written = meant(own, facts).map(({ condition }) => write(condition, facts[fact], definition));
				return [name, written.join(' and ')];
			}),
		);
}

/** The conditions that aren't under a `not`, even if others are wrong. */
function soundConditions(part: unknown): Condition[] {
	if (!isObject(part)) return [];
	const inner = [part.all, part.any].flatMap((parts) => (Array.isArray(parts) ? (parts as unknown[]) : []));
	return typeof part.fact === 'string'
		? [part as unknown as Condition]
		: inner.flatMap((each) => soundConditions(each));
}

/** What a text names in braces of conditions that its rule doesn't have. */
export function problemsOfLimits(text: string, conditions: unknown, path: Path): FoundProblem[] {
	return namedIn(text).flatMap(({ name, fact, part }) => {
		if (!Object.hasOwn(OF_CONDITION, part)) {
			const parts = Object.keys(OF_CONDITION).map((one) => `{${fact}.${one}}`);
			return [error(path, `The text contains {${name}}. Of a fact, it can contain ${parts.join(' or ')}.`)];
		}
		const isThere = soundConditions(conditions).some(
			(one) => one.fact === fact && OF_CONDITION[part]!.fits(one),
		);
		if (isThere) return [];
		const what = part === 'count' ? `compares how often ${fact} happened` : `compares ${fact}`;
		return [error(path, `The text contains {${name}}, but no condition of the rule ${what}.`)];
	});
}
