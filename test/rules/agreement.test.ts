import fc from '../support/properties';
import { Engine } from 'json-rules-engine';
import type { Condition, Conditions, FactCatalogue, FactValues, Rule } from '../../rules';
import {
	decidingConditions,
	evaluatorOf,
	everyRule,
	firstRule,
	operatorCatalogue,
	prepared,
	singleConditions,
} from '../../rules';
import { OWN_OPERATORS } from '../../rules/compare';
import { compileRules } from '../../rules/compile-rules';
import { conditionHolds, evaluate, holdsFor } from '../../rules/evaluate';
import { eventFactCatalogue, factCatalogue } from '../../engine';
import { anyCondition, anyConditions, anyFacts } from './support/arbitrary-rules';
import { library } from './support/library';

const CATALOGUES: Array<[name: string, catalogue: FactCatalogue]> = [
	['a library', library],
	['a message', factCatalogue],
	['an event', eventFactCatalogue],
];

/** What json-rules-engine itself says, of one rule and without anything of ours but the operators that it lacks. */
async function oracle(conditions: Conditions, facts: FactValues): Promise<boolean> {
	const engine = new Engine();
	for (const [name, compare] of Object.entries(OWN_OPERATORS))
		engine.addOperator(name, compare as (fact: unknown, value: unknown) => boolean);
	engine.addRule({
		name: 'asked',
		conditions: { all: [conditions] } as never,
		event: { type: 'asked' },
	});
	return (await engine.run({ ...facts })).events.length > 0;
}

/** Rules with any conditions and names of their own; some turned off, with priorities or without. */
function anyRules(catalogue: FactCatalogue): fc.Arbitrary<Rule[]> {
	const rules = fc.array(fc.record({ conditions: anyConditions(catalogue), enabled: fc.boolean() }), {
		minLength: 1,
		maxLength: 6,
	});
	return fc.tuple(rules, fc.boolean(), fc.infiniteStream(fc.nat())).map(([list, hasPriority, numbers]) => {
		const order = list.map((_, index) => ({ index, by: numbers.next().value }));
		order.sort((a, b) => a.by - b.by);
		return list.map((rule, index) => ({
			...rule,
			name: `rule ${index}`,
			event: {},
			...(hasPriority && { priority: order.findIndex((place) => place.index === index) + 1 }),
		}));
	});
}

describe.each(CATALOGUES)(
	'the evaluator agrees with json-rules-engine on the facts of %s',
	(_, catalogue) => {
		it('on every single condition', async () => {
			await fc.assert(
				fc.asyncProperty(anyCondition(catalogue), anyFacts(catalogue), async (condition, facts) => {
					const ready = prepared(condition, catalogue);
					expect(evaluate(ready, holdsFor(facts))).toBe(await oracle(ready, facts));
				}),
				{ numRuns: 1_000 },
			);
		});

		it('on conditions, however deep they are nested', async () => {
			await fc.assert(
				fc.asyncProperty(anyConditions(catalogue), anyFacts(catalogue), async (conditions, facts) => {
					const ready = prepared(conditions, catalogue);
					expect(evaluate(ready, holdsFor(facts))).toBe(await oracle(ready, facts));
				}),
				{ numRuns: 500 },
			);
		});

		it('on the first rule that fires, and on why those before it do not', async () => {
			await fc.assert(
				fc.asyncProperty(anyRules(catalogue), anyFacts(catalogue), async (rules, facts) => {
					const evaluated = evaluatorOf(rules, catalogue)(facts);
					const first = firstRule(rules, catalogue);
					const asked = await first.ask(facts);
					expect(evaluated.rule).toBe(asked.rule);
					expect(evaluated.trace()).toEqual(asked.trace());
					expect(await first.askAll([facts])).toEqual([asked.rule]);
				}),
				{ numRuns: 500 },
			);
		});

		it('and only calls open what some values of the unknown facts decide', async () => {
			await fc.assert(
				fc.asyncProperty(
					anyConditions(catalogue),
					anyFacts(catalogue),
					fc.array(anyFacts(catalogue), { minLength: 1, maxLength: 5 }),
					fc.subarray(Object.keys(catalogue)),
					async (conditions, facts, others, unknown) => {
						const ready = prepared(conditions, catalogue);
						const hidden = new Set(unknown);
						const holds = (condition: Condition) =>
							hidden.has(condition.fact) ? undefined : conditionHolds(condition, facts);
						const answer = evaluate(ready, holds);
						const deciding = decidingConditions(ready, holds);
						expect(deciding.length > 0).toBe(answer === undefined);
						expect(deciding.filter(({ fact }) => !hidden.has(fact))).toEqual([]);
						if (answer === undefined) return;
						for (const other of others) {
							const values = Object.fromEntries(unknown.map((name) => [name, other[name]]));
							expect(await oracle(ready, { ...facts, ...values })).toBe(answer);
						}
					},
				),
				{ numRuns: 300 },
			);
		});

		it('so the early look changes nothing about the rules that fire', async () => {
			await fc.assert(
				fc.asyncProperty(anyRules(catalogue), anyFacts(catalogue), async (rules, facts) => {
					const on = rules.filter(({ enabled }) => enabled);
					const { fired } = await compileRules(on, catalogue, false).run(facts);
					const names = (await everyRule(rules, catalogue)(facts)).map(({ name }) => name);
					expect(names).toEqual(fired.map(({ name }) => name));
				}),
				{ numRuns: 300 },
			);
		});
	},
);

it('any conditions have every operator, on facts of every type, that hold and that do not', () => {
	const seen = new Set<string>();
	const types = new Set<string>();
	for (const [conditions, facts] of fc.sample(fc.tuple(anyConditions(library), anyFacts(library)), 5_000)) {
		for (const condition of singleConditions(prepared(conditions, library))) {
			types.add(library[condition.fact as keyof typeof library].type);
			seen.add(`${condition.operator} ${conditionHolds(condition, facts) ? 'holds' : 'fails'}`);
		}
	}
	const everyAnswer = Object.keys(operatorCatalogue).flatMap((name) => [`${name} fails`, `${name} holds`]);
	expect([...seen].sort()).toEqual(everyAnswer.sort());
	expect([...types].sort()).toEqual([...new Set(Object.values(library).map(({ type }) => type))].sort());
});
