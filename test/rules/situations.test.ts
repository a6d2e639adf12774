import type { Conditions, FactCatalogue, FactValues } from '../../rules';
import { prepared, situationsOf } from '../../rules';
import { evaluate, holdsFor } from '../../rules/evaluate';
import type { Level, Possible } from '../../rules/possible';
import { occurrencesAt } from '../../rules/possible';
import fc from '../support/properties';
import { anyConditions, anyFacts } from './support/arbitrary-rules';
import { library } from './support/library';

const firstOf = (list: Conditions[], facts: FactValues) =>
	list.findIndex((conditions) => evaluate(prepared(conditions, library), holdsFor(facts)));

/** Facts as they can be: numbers are counts. */
const possibleFacts = anyFacts(library).map(
	(facts): FactValues =>
		Object.fromEntries(
			Object.entries(facts).map(([name, value]) => [
				name,
				(library as FactCatalogue)[name]!.type === 'number' ? Math.round(Math.abs(value as number)) : value,
			]),
		) as FactValues,
);

const anyList = fc.array(anyConditions(library), { minLength: 1, maxLength: 3 });

describe('the situations of some conditions', () => {
	it('have every way in which the conditions can come out', () => {
		fc.assert(
			fc.property(anyList, possibleFacts, (list, facts) => {
				const outcomes = new Set<number>();
				for (const { first } of situationsOf([list], { catalogue: library }).all()) outcomes.add(first[0]!);
				expect(outcomes).toContain(firstOf(list, facts));
			}),
			{ numRuns: 500 },
		);
	});

	it('have facts with which the conditions come out so', () => {
		fc.assert(
			fc.property(anyList, (list) => {
				for (const { first, facts } of situationsOf([list], { catalogue: library }).all()) {
					expect(firstOf(list, facts)).toBe(first[0]);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('come out the same with only the facts that were decided', () => {
		fc.assert(
			fc.property(anyList, anyFacts(library), (list, others) => {
				for (const { first, decided } of situationsOf([list], { catalogue: library }).all()) {
					expect(firstOf(list, { ...others, ...decided })).toBe(first[0]);
				}
			}),
			{ numRuns: 300 },
		);
	});
});

describe('how many situations there are', () => {
	function counted(list: Conditions[][], known: Possible, most: number): number | undefined {
		const counting = situationsOf(list, known).count(most);
		let step = counting.next();
		while (step.done !== true) step = counting.next();
		return step.value;
	}

	const is = (fact: string, value: unknown) => ({ fact, operator: 'equal', value });
	const possible: Possible = { catalogue: library };

	it('counts what the conditions tell apart', () => {
		const list = [is('isReserved', true), { all: [is('shelf', 'open'), is('member', 'child')] }];
		expect(counted([list], possible, 100)).toBe(2 * 2 * 2);
	});

	it('counts nothing that is impossible', () => {
		const list = [is('isReserved', true), is('shelf', 'open')];
		const implication = {
			when: { fact: 'isReserved', is: (value: unknown) => value === true },
			then: { fact: 'shelf', is: (value: unknown) => value !== 'open' },
		};
		expect(counted([list], { ...possible, implications: [implication] }, 100)).toBe(3);
	});

	it('multiplies what goes with anything else', () => {
		const list = [is('isReserved', true), is('member', 'child'), is('shelf', 'open')];
		const implication = {
			when: { fact: 'isReserved', is: (value: unknown) => value === true },
			then: { fact: 'shelf', is: (value: unknown) => value !== 'open' },
		};
		const known = { ...possible, implications: [implication] };
		expect(counted([list], known, 6)).toBe(3 * 2);
		expect(counted([list], known, 5)).toBeUndefined();
	});

	it('stops at the most that is asked for', () => {
		const list = [is('isReserved', true), is('shelf', 'open')];
		expect(counted([list], possible, 4)).toBe(4);
		expect(counted([list], possible, 3)).toBeUndefined();
	});
});

describe('occurrences of nested facts', () => {
	const PERIODS = [10, 20];
	const level = fc
		.tuple(fc.nat(3), fc.option(fc.nat(3), { nil: Infinity }))
		.map(([least, more]) => ({ least, most: least + more }));
	const levels = fc
		.array(level, { minLength: 2, maxLength: 2 })
		.map((both): Level[] => both.map((one, index) => ({ within: PERIODS[index]!, ...one })));

	/** Whether counts of occurrences, for each fact and period, keep to the levels. */
	function keeps(counts: number[][], all: readonly Level[][]): boolean {
		return all.every((own, fact) =>
			own.every(
				({ least, most }, period) => counts[fact]![period]! >= least && counts[fact]![period]! <= most,
			),
		);
	}

	/** Whether any occurrences, up to so many of each kind in each period, keep to the levels. */
	function canBe(all: readonly Level[][], upTo: number): boolean {
		const numbers = Array.from({ length: upTo + 1 }, (_, count) => count);
		const kinds = all.map(() => numbers.flatMap((a) => numbers.map((b): [number, number] => [a, b])));
		function look(chosen: Array<[number, number]>): boolean {
			const next = kinds[chosen.length];
			if (next) return next.some((one) => look([...chosen, one]));
			// An occurrence of a kind counts for its fact, and for each that it's nested in.
			const counts = all.map((_, fact) => {
				const own = chosen.slice(0, fact + 1);
				const [first, second] = [0, 1].map((period) => own.reduce((sum, each) => sum + each[period]!, 0));
				return [first!, first! + second!];
			});
			return keeps(counts, all);
		}
		return look([]);
	}

	it('are found exactly if there are any', () => {
		fc.assert(
			fc.property(fc.array(levels, { minLength: 2, maxLength: 2 }), (all) => {
				const found = occurrencesAt(all.map((own) => ({ levels: own, most: Infinity })));
				expect(found !== undefined).toBe(canBe(all, 6));
			}),
			{ numRuns: 300 },
		);
	});

	it('keep to the levels, and each of one fact is one of the next', () => {
		fc.assert(
			fc.property(fc.array(levels, { minLength: 3, maxLength: 3 }), (all) => {
				const found = occurrencesAt(all.map((own) => ({ levels: own, most: Infinity })));
				if (!found) return;
				const counts = found.map((list) =>
					PERIODS.map((within) => list.filter((ago) => ago < within).length),
				);
				expect(keeps(counts, all)).toBe(true);
				for (const [place, list] of found.slice(1).entries()) {
					const outer = [...list];
					for (const ago of found[place]!) expect(outer.splice(outer.indexOf(ago), 1)).toEqual([ago]);
				}
			}),
			{ numRuns: 300 },
		);
	});
});
