import type { FactName, FactType } from './facts';
import { factCatalogue } from './facts';
import type { Condition, Conditions, PolicyDocument, PolicyRule, Problem } from './policy';

const NUMBERS = ['equal', 'notEqual', 'lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'];

/** Operators of json-rules-engine that fit a fact's type. */
export const OPERATORS_OF_TYPE: Readonly<Record<FactType, readonly string[]>> = {
	boolean: ['equal', 'notEqual'],
	text: ['equal', 'notEqual', 'in', 'notIn'],
	time: NUMBERS,
	duration: NUMBERS,
};

/** What a fact of a type is compared with, in JavaScript's words. */
const VALUE_OF_TYPE: Readonly<Record<FactType, string>> = {
	boolean: 'boolean',
	text: 'string',
	time: 'number',
	duration: 'number',
};

const isFact = (name: string): name is FactName => Object.hasOwn(factCatalogue, name);
const FACT_NAMES = Object.keys(factCatalogue) as FactName[];
const TIMES = FACT_NAMES.filter((name) => factCatalogue[name].type === 'time');

const error = (path: string, message: string): Problem => ({ path, severity: 'error', message });

function problemsOfValue(type: FactType, operator: string, value: unknown, path: string): Problem[] {
	const values = operator === 'in' || operator === 'notIn' ? value : [value];
	if (!Array.isArray(values)) return [error(path, `The operator ${operator} compares with a list.`)];
	const wanted = VALUE_OF_TYPE[type];
	return values
		.filter((each) => typeof each !== wanted)
		.map((each) => error(path, `A ${type} is compared with a ${wanted}, not with ${JSON.stringify(each)}.`));
}

function problemsOfCondition({ fact, operator, value }: Condition, path: string): Problem[] {
	if (!isFact(fact)) {
		return [error(`${path}.fact`, `There is no fact "${fact}". The facts are: ${FACT_NAMES.join(', ')}.`)];
	}
	const { type } = factCatalogue[fact];
	const operators = OPERATORS_OF_TYPE[type];
	if (!operators.includes(operator)) {
		return [
			error(`${path}.operator`, `The fact ${fact} is a ${type}; its operators are: ${operators.join(', ')}.`),
		];
	}
	return problemsOfValue(type, operator, value, `${path}.value`);
}

function problemsOfConditions(part: Conditions, path: string): Problem[] {
	if ('fact' in part) return problemsOfCondition(part, path);
	if ('not' in part) return problemsOfConditions(part.not, `${path}.not`);
	const [key, parts] = 'all' in part ? (['all', part.all] as const) : (['any', part.any] as const);
	return parts.flatMap((inner, index) => problemsOfConditions(inner, `${path}.${key}[${index}]`));
}

function problemsOfName({ name }: PolicyRule, index: number, rules: PolicyRule[]): Problem[] {
	const isRepeated = rules.findIndex((other) => other.name === name) < index;
	if (!isRepeated) return [];
	return [
		error(`rules[${index}].name`, `A rule named "${name}" stands before it; each needs a name of its own.`),
	];
}

function problemsOfRetry({ event }: PolicyRule, path: string): Problem[] {
	const { retryAt } = event.params;
	const isTime = retryAt === undefined || (TIMES as string[]).includes(retryAt);
	return isTime ? [] : [error(`${path}.event.params.retryAt`, `retryAt names a time: ${TIMES.join(', ')}.`)];
}

/** What is wrong with single rules: facts, operators, values, names, times. */
export function problemsOfRules({ rules }: PolicyDocument): Problem[] {
	return rules.flatMap((rule, index) => [
		...problemsOfName(rule, index, rules),
		...problemsOfConditions(rule.conditions, `rules[${index}].conditions`),
		...problemsOfRetry(rule, `rules[${index}]`),
	]);
}
