import { z } from 'zod';
import type { FactName, FactType } from './facts';
import { factCatalogue } from './facts';

/** Operators of json-rules-engine that fit a fact's type. */
const OPERATORS_OF_TYPE: Readonly<Record<FactType, readonly string[]>> = {
	boolean: ['equal', 'notEqual'],
	text: ['equal', 'notEqual', 'in', 'notIn'],
	time: ['equal', 'notEqual', 'lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'],
	duration: ['equal', 'notEqual', 'lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'],
};

export interface Condition {
	fact: string;
	operator: string;
	value: unknown;
}

export type Conditions = Condition | { all: Conditions[] } | { any: Conditions[] } | { not: Conditions };

const conditions: z.ZodType<Conditions> = z.lazy(() =>
	z.union([
		z.strictObject({ fact: z.string(), operator: z.string(), value: z.unknown() }),
		z.strictObject({ all: z.array(conditions).min(1) }),
		z.strictObject({ any: z.array(conditions).min(1) }),
		z.strictObject({ not: conditions }),
	]),
);

const rule = z.strictObject({
	name: z.string().min(1),
	conditions,
	event: z.strictObject({
		type: z.enum(['freeform', 'template', 'hold', 'skip']),
		params: z.strictObject({ reason: z.string().min(1), retryAt: z.string().optional() }),
	}),
});

const policyDocument = z.strictObject({
	name: z.string().min(1),
	version: z.number().int().positive(),
	description: z.string().optional(),
	rules: z.array(rule).min(1),
});

/** Named rules in order, the first hit wins. Each is a rule of json-rules-engine; its order is its priority. */
export type PolicyDocument = z.infer<typeof policyDocument>;

/** What is wrong with a policy, where, and what to do. */
export interface Problem {
	/** Where in the document, for example `rules[2].conditions.all[0].fact`. */
	path: string;
	message: string;
}

const written = (path: PropertyKey[]) =>
	path.reduce<string>(
		(text, key) => text + (typeof key === 'number' ? `[${key}]` : `${text && '.'}${String(key)}`),
		'',
	);

const isFact = (name: string): name is FactName => Object.hasOwn(factCatalogue, name);
const list = (names: readonly string[]) => names.join(', ');
const FACT_NAMES = Object.keys(factCatalogue);

function problemsOfValue(type: FactType, operator: string, value: unknown, path: string): Problem[] {
	const values = operator === 'in' || operator === 'notIn' ? value : [value];
	const wanted = { boolean: 'boolean', text: 'string', time: 'number', duration: 'number' }[type];
	if (!Array.isArray(values)) return [{ path, message: `The operator ${operator} compares with a list.` }];
	return values
		.filter((each) => typeof each !== wanted)
		.map((each) => ({
			path,
			message: `A ${type} is compared with a ${wanted}, not with ${JSON.stringify(each)}.`,
		}));
}

function problemsOfCondition(condition: Condition, path: string): Problem[] {
	if (!isFact(condition.fact)) {
		const message = `There is no fact "${condition.fact}". The facts are: ${list(FACT_NAMES)}.`;
		return [{ path: `${path}.fact`, message }];
	}
	const { type } = factCatalogue[condition.fact];
	const operators = OPERATORS_OF_TYPE[type];
	if (!operators.includes(condition.operator)) {
		const message = `The fact ${condition.fact} is a ${type}; its operators are: ${list(operators)}.`;
		return [{ path: `${path}.operator`, message }];
	}
	return problemsOfValue(type, condition.operator, condition.value, `${path}.value`);
}

function problemsOfConditions(part: Conditions, path: string): Problem[] {
	if ('fact' in part) return problemsOfCondition(part, path);
	if ('not' in part) return problemsOfConditions(part.not, `${path}.not`);
	const [key, parts] = 'all' in part ? (['all', part.all] as const) : (['any', part.any] as const);
	return parts.flatMap((inner, index) => problemsOfConditions(inner, `${path}.${key}[${index}]`));
}

function problemsOfNames(document: PolicyDocument): Problem[] {
	return document.rules.flatMap(({ name }, index) =>
		document.rules.findIndex((other) => other.name === name) < index
			? [
					{
						path: `rules[${index}].name`,
						message: `A rule named "${name}" stands before it; each needs a name of its own.`,
					},
				]
			: [],
	);
}

function problemsOfRetry({ event }: PolicyDocument['rules'][number], path: string): Problem[] {
	const name = event.params.retryAt;
	if (name === undefined || (isFact(name) && factCatalogue[name].type === 'time')) return [];
	const times = FACT_NAMES.filter((fact) => isFact(fact) && factCatalogue[fact].type === 'time');
	return [{ path: `${path}.event.params.retryAt`, message: `retryAt names a time: ${list(times)}.` }];
}

/** Everything that is wrong with a policy document, all at once; empty when it can be used. */
export function lintPolicy(document: unknown): Problem[] {
	const parsed = policyDocument.safeParse(document);
	if (!parsed.success) {
		return parsed.error.issues.map((issue) => ({ path: written(issue.path), message: issue.message }));
	}
	return [
		...problemsOfNames(parsed.data),
		...parsed.data.rules.flatMap((each, index) => [
			...problemsOfConditions(each.conditions, `rules[${index}].conditions`),
			...problemsOfRetry(each, `rules[${index}]`),
		]),
	];
}

/**
 * A policy document that can be used.
 * @throws Error that names every problem with its path.
 */
export function definePolicy(document: unknown): PolicyDocument {
	const problems = lintPolicy(document);
	if (problems.length > 0) {
		const lines = problems.map(({ path, message }) => `- ${path || 'the document'}: ${message}`);
		throw new Error(`This policy cannot be used:\n${lines.join('\n')}`);
	}
	return document as PolicyDocument;
}
