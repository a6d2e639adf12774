import type { FactDefinition, FactType, PolicyDocument, Problem } from '../../../engine';
import { factCatalogue, lintPolicy } from '../../../engine';
import { singleConditions } from '../../../rules';
import { ProblemList } from '../../shared/errors/item-errors';
import { labelsOnly } from './labels-only';
import type { GivenPolicy } from './read-policy';

/** A condition of a rule, or a group of them with its own, by the path in the document. */
const CONDITION =
	/^\.conditions(?:\.not)?\.(all|any)\[(\d+)\](?:(?:\.not)?\.(?:all|any)\[(\d+)\])?(?:\.(\w+))?/;

/** The other fields of a rule's form, by their path in the document. */
const FIELD_OF_PATH: ReadonlyArray<[path: RegExp, field: string]> = [
	[/^\.conditions/, 'Conditions'],
	[/^\.event\.params\.reason/, 'Reason'],
	[/^\.event\.params\.retryAt/, 'Try Again At'],
	[/^\.event\.type/, 'Then'],
	[/^\.name/, 'Name'],
];

const FACTS: Readonly<Record<string, FactDefinition>> = factCatalogue;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface FormRule {
	name: string;
	conditions: { all?: object[]; any?: object[]; not?: { any: object[] } };
}

/** A condition or a group by its number in the form, which has the groups after the single conditions. */
function conditionAt({ conditions }: FormRule, path: string): string | undefined {
	const [found, key, index, inner, part] = CONDITION.exec(path) ?? [];
	if (!found) return undefined;
	const parts = (conditions.not ?? conditions)[key as 'any'] ?? [];
	const firstGroup = parts.findIndex((each) => !('fact' in each));
	const field = part === undefined ? '' : ` ${capital(part)}`;
	if (firstGroup < 0 || Number(index) < firstGroup) return `Condition ${Number(index) + 1}${field}`;
	const group = `Group ${Number(index) - firstGroup + 1}`;
	return inner === undefined ? group : `${group}, Condition ${Number(inner) + 1}${field}`;
}

function fieldOf(rule: FormRule, path: string): string {
	const [, field] = FIELD_OF_PATH.find(([each]) => each.test(path)) ?? [];
	return conditionAt(rule, path) ?? field ?? path;
}

/** Where a problem is, for people: the rule and the field of the form, or the path in the document. */
function whereIn({ document, ownRules }: GivenPolicy, path: string): string {
	const [, index, rest = ''] = /^rules\[(\d+)\](.*)$/.exec(path) ?? [];
	const own = index === undefined ? undefined : ownRules[Number(index)];
	if (path === 'name') return 'Policy Name';
	if (own === undefined) return path || 'the policy';
	const rule = (document as { rules: FormRule[] }).rules[Number(index)]!;
	const { name } = rule;
	return [`Rule ${own + 1}${name && ` (${name})`}`, fieldOf(rule, rest)].filter(Boolean).join(', ');
}

/** A problem and its place, in the words of the form if it is in a rule of the form. */
function inWords(given: GivenPolicy, { path, message }: Problem): { where: string; message: string } {
	const [, index] = /^rules\[(\d+)\]/.exec(path) ?? [];
	const isOfForm = index !== undefined && given.ownRules[Number(index)] !== undefined;
	return { where: whereIn(given, path), message: isOfForm ? labelsOnly(message) : message };
}

export type PlacedProblem = Problem & { where: string };

/** Facts whose conditions end by themselves as time passes. */
const ENDING: ReadonlySet<FactType> = new Set(['localTime', 'weekday', 'date', 'occurrences']);

/** Rules of the form that hold for a time, and don't say that the end of that time is when to ask again. */
function problemsOfWaiting({ document, ownRules }: GivenPolicy): Problem[] {
	return ownRules.flatMap((own, index) => {
		if (own === undefined) return [];
		const { conditions, event } = (document as PolicyDocument).rules[index]!;
		const facts = singleConditions(conditions).map(({ fact }) => FACTS[fact]!);
		const ending = facts.find(({ type }) => ENDING.has(type));
		if (event.type !== 'hold' || event.params.retryAt !== undefined || !ending) return [];
		const message = `It names no time, so messages may be held for longer than needed. Choose ${ending.label} there.`;
		return [{ path: `rules[${index}].event.params.retryAt`, severity: 'warning', message }];
	});
}

/** Everything that is wrong with a policy, and where. `problems`: as they were found in its document */
export function problemsOf(given: GivenPolicy, problems = lintPolicy(given.document)): PlacedProblem[] {
	const hasErrors = problems.some(({ severity }) => severity === 'error');
	const all = hasErrors ? problems : [...problems, ...problemsOfWaiting(given)];
	return all.map((problem) => ({ ...problem, ...inWords(given, problem) }));
}

/** Refuses a policy that can't be used. @throws ProblemList that names every error, and where it is */
export function refuseErrors(problems: PlacedProblem[]): void {
	const errors = problems.filter(({ severity }) => severity === 'error');
	if (errors.length === 0) return;
	throw new ProblemList(
		"The policy wasn't saved.",
		errors.map(({ where, message }) => `${where}: ${message}`),
	);
}
