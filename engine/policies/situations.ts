import { conditionHolds, prepared, singleConditions } from '../../rules/conditions';
import type { FactDefinition } from '../../rules/fact-type';
import type { FactName, Facts } from './facts';
import { factCatalogue } from './facts';
import type { Condition, PolicyRule } from './policy';
import { readCap, readHours } from '../../rules/values';

/** Beyond this many, only so many of the situations are looked at. */
const MOST_SITUATIONS = 200_000;

const NAMES = Object.keys(factCatalogue) as FactName[];

type Asked = ReadonlyMap<FactName, Condition[]>;

/** What is asked of each fact. */
function askedBy(rules: PolicyRule[]): Asked {
	const asked = new Map<FactName, Condition[]>(NAMES.map((name) => [name, []]));
	for (const { conditions } of rules) {
		for (const condition of singleConditions(prepared(conditions, factCatalogue)))
			asked.get(condition.fact as FactName)!.push(condition);
	}
	return asked;
}

/** Just below, at and just above each number that a policy compares with, and nothing at all. */
function numbersAround(compared: number[]): number[] {
	return [0, ...compared.flatMap((value) => [value - 1, value, value + 1])].filter((value) => value >= 0);
}

const clock = (minute: number) =>
	`${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The first and the last minute of some hours, and the minutes beside them. */
function timesAround(hours: unknown[]): string[] {
	const edges = hours.map((value) => readHours(value)!).flatMap(({ from, to }) => [from, to]);
	return ['unknown', ...edges.flatMap((edge) => [clock((edge + 24 * 60 - 1) % (24 * 60)), clock(edge)])];
}

/** So many sends as reach a cap, and one fewer, just within its time. */
function sendsAround(caps: unknown[]): number[][] {
	return caps
		.map((value) => readCap(value)!)
		.flatMap(({ count, within }) =>
			[count - 1, count].map((length) => new Array<number>(length).fill(within - 1)),
		);
}

/** The values of a fact that can make a difference to a policy. */
function candidatesFor({ type, values }: FactDefinition, conditions: Condition[]): unknown[] {
	const compared = conditions.flatMap(({ value }) => value);
	switch (type) {
		case 'boolean':
			return [false, true];
		case 'text':
			return [...(values ?? ['anything else']), ...compared];
		case 'localTime':
			return timesAround(compared);
		case 'sends':
			return sendsAround(compared);
		default:
			return numbersAround(compared as number[]);
	}
}

const NOTHING: Readonly<Record<FactDefinition['type'], unknown>> = {
	boolean: false,
	text: 'none',
	number: 0,
	time: 0,
	duration: 0,
	localTime: 'unknown',
	sends: [],
};

/** Of values that all conditions answer alike, and that go together with the same others, one is enough. */
function valuesOf(name: FactName, conditions: Condition[]): unknown[] {
	const definition: FactDefinition = factCatalogue[name];
	if (conditions.length === 0) return [NOTHING[definition.type]];
	const different = new Map<string, unknown>();
	for (const value of candidatesFor(definition, conditions)) {
		const answers = conditions.map((condition) => Number(conditionHolds(condition, { [name]: value })));
		const kind = [...answers, value === 0, value === 'none', value === 'paused', value === 'open'].join();
		if (!different.has(kind)) different.set(kind, value);
	}
	return [...different.values()];
}

/** What must go together: there is no closing time of a closed window, and no state of a template that is not given. */
function isPossible(facts: Facts, asked: ReadonlySet<FactName>): boolean {
	const both = (a: FactName, b: FactName) => asked.has(a) && asked.has(b);
	const impossible =
		(both('window', 'windowClosesIn') && (facts.window === 'open') !== facts.windowClosesIn > 0) ||
		(both('window', 'windowClosesAt') && (facts.window === 'open') !== facts.windowClosesAt > 0) ||
		(both('windowClosesIn', 'windowClosesAt') && facts.windowClosesIn > 0 !== facts.windowClosesAt > 0) ||
		(both('hasTemplate', 'templateState') && facts.hasTemplate !== (facts.templateState !== 'none')) ||
		(both('templateState', 'templatePause') &&
			(facts.templateState === 'paused') !== (facts.templatePause !== 'none')) ||
		(both('templateState', 'templatePauseEndsAt') &&
			facts.templateState !== 'paused' &&
			facts.templatePauseEndsAt > 0);
	return !impossible;
}

/** The situations that rules tell apart, and whether these are all of them. */
export interface Situations {
	facts(): Iterable<Facts>;
	complete: boolean;
}

/** All possible combinations of the values that make a difference to some rules, or many of them where there are too many. */
export function situationsOf(rules: PolicyRule[]): Situations {
	const conditionsOn = askedBy(rules);
	const domains = NAMES.map((name) => [name, valuesOf(name, conditionsOn.get(name)!)] as const);
	const asked = new Set(NAMES.filter((name) => conditionsOn.get(name)!.length > 0));
	const count = domains.reduce((product, [, values]) => product * values.length, 1);
	const step = Math.max(1, count / MOST_SITUATIONS);

	const varying = domains.filter(([, values]) => values.length > 1);
	const fixed = Object.fromEntries(domains.map(([name, values]) => [name, values[0]]));

	function situation(index: number): Facts {
		const facts: Record<string, unknown> = { ...fixed };
		let rest = index;
		for (const [name, values] of varying) {
			facts[name] = values[rest % values.length];
			rest = Math.floor(rest / values.length);
		}
		return facts as Facts;
	}

	return {
		complete: step === 1,
		*facts() {
			for (let index = 0; index < count; index += step) {
				const facts = situation(Math.floor(index));
				if (isPossible(facts, asked)) yield facts;
			}
		},
	};
}
