import type { FactType, PolicyDocument, Problem } from '../../../engine';
import { catalogueOf, eventFactCatalogue, lintPolicy } from '../../../engine';
import type { Condition } from '../../../rules';
import { factDefinition, singleConditions } from '../../../rules';
import { ProblemList } from '../../shared/errors/item-errors';
import { labelsOnly } from './labels-only';
import type { GivenPolicy } from './read-policy';

/** A condition of a rule, or a group of them with its own, by the path in the document. */
const CONDITION =
	/^\.conditions(?:\.not)?\.(all|any)\[(\d+)\](?:(?:\.not)?\.(?:all|any)\[(\d+)\])?(?:\.(\w+))?/;

/** The other fields of the form of a rule or a reaction, by their path in the document. */
const FIELD_OF_PATH: ReadonlyArray<[path: RegExp, field: string]> = [
	[/^\.conditions/, 'Conditions'],
	[/^\.event\.params\.reason/, 'Reason'],
	[/^\.event\.params\.retryAt/, 'Try Again At'],
	[/^\.event\.params\.text/, 'Text'],
	[/^\.event\.type/, 'Then'],
	[/^\.name/, 'Name'],
];

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

const WORDS = { rules: 'Rule', reactions: 'Reaction' };
const IN_LIST = /^(rules|reactions)\[(\d+)\](.*)$/;

/** A problem's rule or reaction of the form, and its path in it; `undefined` for a copied one, or the policy itself. */
function ofForm({ document, own }: GivenPolicy, path: string) {
	const [, list, index, rest = ''] = IN_LIST.exec(path) ?? [];
	if (list !== 'rules' && list !== 'reactions') return undefined;
	const number = own[list][Number(index)];
	if (number === undefined) return undefined;
	const rule = (document as Record<typeof list, FormRule[]>)[list][Number(index)]!;
	return { name: `${WORDS[list]} ${number + 1}`, rule, rest };
}

const PARTS_OF_FACT: Readonly<Record<string, string>> = {
	type: 'Type',
	label: 'Label',
	values: 'Possible Values',
	missing: 'If Missing',
};

/** The place of a problem that isn't in a rule or a reaction of the form. */
function placeOf({ declared, readyMade }: GivenPolicy, path: string): string {
	const [, fact = '', part = ''] = /^facts\.(.*?)(?:\.(\w+))?$/.exec(path) ?? [];
	const row = declared.indexOf(fact);
	if (row !== -1)
		return [`Your Own Facts ${row + 1} (${fact})`, PARTS_OF_FACT[part]].filter(Boolean).join(', ');
	const [, list, index] = IN_LIST.exec(path) ?? [];
	const label = list === 'rules' ? readyMade[Number(index)] : undefined;
	if (label !== undefined) return `Rules to Use, ${label}`;
	return path === 'name' ? 'Policy Name' : path || 'the policy';
}

/** A problem and its place: the rule or reaction and the field of the form, or the path in the document. */
function inWords(given: GivenPolicy, { path, message }: Problem): { where: string; message: string } {
	const found = ofForm(given, path);
	if (!found) return { where: placeOf(given, path), message };
	const { name, rule, rest } = found;
	const named = rule.name && ` (${rule.name})`;
	const where = [`${name}${named}`, fieldOf(rule, rest)].filter(Boolean).join(', ');
	return { where, message: labelsOnly(message) };
}

export type PlacedProblem = Problem & { where: string };

/** Facts whose conditions end by themselves as time passes. */
const ENDING: ReadonlySet<FactType> = new Set(['localTime', 'weekday', 'date', 'occurrences']);

/** Rules of the form that hold for a time, and don't say that the end of that time is when to ask again. */
function problemsOfWaiting({ document, own }: GivenPolicy): Problem[] {
	const catalogue = catalogueOf(document);
	return own.rules.flatMap((number, index) => {
		if (number === undefined) return [];
		const { conditions, event } = (document as PolicyDocument).rules[index]!;
		const facts = singleConditions(conditions).map(({ fact }) => catalogue[fact]!);
		const ending = facts.find(({ type }) => ENDING.has(type));
		if (event.type !== 'hold' || event.params.retryAt !== undefined || !ending) return [];
		const message = `It names no time, so messages may be held for longer than needed. Choose ${ending.label} there.`;
		return [{ path: `rules[${index}].event.params.retryAt`, severity: 'warning', message }];
	});
}

/** Whether a condition compares a word of an event with nothing. Facts with known values are for the linter. */
function isUnfilled({ fact, value }: Condition): boolean {
	const definition = factDefinition(eventFactCatalogue, fact);
	return value === '' && definition?.type === 'text' && definition.values === undefined;
}

/** Conditions of the form's reactions that would hold for no event, or for all. */
function problemsOfUnfilled({ document, own }: GivenPolicy): Problem[] {
	return own.reactions.flatMap((number, index) => {
		if (number === undefined) return [];
		const { conditions } = (document as Required<PolicyDocument>).reactions[index]!;
		const list = 'not' in conditions ? 'not.any' : Object.keys(conditions)[0]!;
		return singleConditions(conditions).flatMap((condition, at): Problem[] => {
			if (!isUnfilled(condition)) return [];
			const path = `reactions[${index}].conditions.${list}[${at}].value`;
			return [{ path, severity: 'error', message: 'It is empty.' }];
		});
	});
}

/** Everything that is wrong with a policy, and where. `problems`: as they were found in its document */
export function problemsOf(given: GivenPolicy, problems = lintPolicy(given.document)): PlacedProblem[] {
	const found = [...problems, ...problemsOfUnfilled(given)];
	const hasErrors = found.some(({ severity }) => severity === 'error');
	const all = hasErrors ? found : [...found, ...problemsOfWaiting(given)];
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
