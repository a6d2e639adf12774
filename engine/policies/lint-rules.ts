import type { FactName, FactType } from './facts';
import { factCatalogue } from './facts';
import type { Problem } from './policy';

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
		.map((each) =>
			error(path, `A ${type} is compared with a ${wanted}, not with ${JSON.stringify(each) ?? 'nothing'}.`),
		);
}

function problemsOfCondition(condition: Fields, path: string): Problem[] {
	const { fact, operator, value } = condition;
	if (typeof fact !== 'string' || !isFact(fact)) {
		return [
			error(
				`${path}.fact`,
				`There is no fact ${JSON.stringify(fact)}. The facts are: ${FACT_NAMES.join(', ')}.`,
			),
		];
	}
	const { type } = factCatalogue[fact];
	const operators = OPERATORS_OF_TYPE[type];
	if (typeof operator !== 'string' || !operators.includes(operator)) {
		return [
			error(`${path}.operator`, `The fact ${fact} is a ${type}; its operators are: ${operators.join(', ')}.`),
		];
	}
	return problemsOfValue(type, operator, value, `${path}.value`);
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const CONDITION_FIELDS = ['fact', 'operator', 'value'];
const FORMS =
	'A condition is { fact, operator, value }, { all: [conditions] }, { any: [conditions] } or { not: condition }';

function problemsOfConditions(part: unknown, path: string): Problem[] {
	if (!isFields(part)) return [error(path, `${FORMS}.`)];
	const fields = Object.keys(part);
	const isSingle = fields.includes('fact');
	const surplus = fields.filter((name) => !(isSingle ? CONDITION_FIELDS : fields.slice(0, 1)).includes(name));
	if (surplus.length > 0) return [error(path, `${FORMS}, without ${surplus.join(', ')}.`)];
	if (isSingle) return problemsOfCondition(part, path);
	if ('not' in part) return problemsOfConditions(part.not, `${path}.not`);
	const key = 'all' in part ? 'all' : 'any';
	const parts = part[key];
	if (!Array.isArray(parts) || parts.length === 0) return [error(path, `${FORMS}; lists are not empty.`)];
	return parts.flatMap((inner: unknown, index) => problemsOfConditions(inner, `${path}.${key}[${index}]`));
}

function problemsOfName({ name }: Fields, path: string, earlier: Fields[]): Problem[] {
	if (typeof name !== 'string' || !earlier.some((other) => other.name === name)) return [];
	return [error(`${path}.name`, `A rule named "${name}" stands before it; each needs a name of its own.`)];
}

function problemsOfParams({ event }: Fields, path: string): Problem[] {
	const params = isFields(event) && isFields(event.params) ? event.params : {};
	const { reason, retryAt } = params;
	const named =
		typeof reason === 'string' ? [...reason.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!) : [];
	const ofReason = named
		.filter((name) => !isFact(name))
		.map((name) =>
			error(`${path}.event.params.reason`, `There is no fact "${name}" to write into the reason.`),
		);
	const isTime = typeof retryAt !== 'string' || (TIMES as string[]).includes(retryAt);
	const times = `retryAt names a time: ${TIMES.join(', ')}.`;
	return isTime ? ofReason : [...ofReason, error(`${path}.event.params.retryAt`, times)];
}

/**
 * What is wrong with single rules: conditions, facts, operators, values, names, times. Looks at every rule that is
 * one, whatever is wrong beside it.
 */
export function problemsOfRules(document: unknown): Problem[] {
	const rules: unknown[] = isFields(document) && Array.isArray(document.rules) ? document.rules : [];
	return rules.flatMap((rule, index) => {
		if (!isFields(rule)) return [];
		const path = `rules[${index}]`;
		return [
			...problemsOfName(rule, path, rules.slice(0, index).filter(isFields)),
			...problemsOfConditions(rule.conditions, `${path}.conditions`),
			...problemsOfParams(rule, path),
		];
	});
}

/** What is wrong with facts that somebody made up: names that are not in the catalogue, values of another type. */
export function problemsOfFacts(facts: Readonly<Record<string, unknown>>): Problem[] {
	return Object.entries(facts).flatMap(([fact, value]) =>
		problemsOfCondition({ fact, operator: 'equal', value }, `facts.${fact}`),
	);
}
