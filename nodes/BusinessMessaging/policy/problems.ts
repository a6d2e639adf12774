import type { Path } from '../../../base';
import { isObject, isWithin, writtenPath } from '../../../base';
import type { FactType, PolicyDocument, Problem } from '../../../engine';
import {
	canBothApply,
	catalogueOf,
	eventFactCatalogue,
	placeInPolicy,
	problemsOfPolicy,
} from '../../../engine';
import type { Condition, FoundProblem } from '../../../rules';
import { error, factDefinition, singleConditions, toProblem, warning } from '../../../rules';
import { ProblemList } from '../../shared/errors/item-errors';
import type { GivenPolicy } from './read-policy';
import { ALWAYS } from './read-policy';
import { fieldsComparing } from './ready-made';
import { rulesAsJson, startFrom } from './rule-fields';

/** The other fields of the form of a rule or a reaction, by their path in it. */
const FIELD_OF_PATH: ReadonlyArray<[path: Path, field: string]> = [
	[['conditions'], 'Conditions'],
	[['event', 'params', 'reason'], 'Reason'],
	[['event', 'params', 'retryAt'], 'Try Again At'],
	[['event', 'params', 'text'], 'Text'],
	[['event', 'type'], 'Then'],
	[['name'], 'Name'],
];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface FormRule {
	name: string;
	conditions: { all?: object[]; any?: object[]; not?: { any: object[] } };
}

const isList = (step: string | number | undefined): step is 'all' | 'any' => step === 'all' || step === 'any';

/** A condition or a group by its number in the form, which has the groups after the single conditions. */
function conditionAt({ conditions }: FormRule, path: Path): string | undefined {
	const [first, list, index, ...rest] = path.filter((step) => step !== 'not');
	if (first !== 'conditions' || !isList(list) || typeof index !== 'number') return undefined;
	const [inner, part] = isList(rest[0]) ? rest.slice(1) : [undefined, rest[0]];
	const parts = (conditions.not ?? conditions)[list as 'any'] ?? [];
	const firstGroup = parts.findIndex((each) => !('fact' in each));
	const field = part === undefined ? '' : ` ${capital(String(part))}`;
	if (firstGroup < 0 || index < firstGroup) return `Condition ${index + 1}${field}`;
	const group = `Group ${index - firstGroup + 1}`;
	return typeof inner === 'number' ? `${group}, Condition ${inner + 1}${field}` : group;
}

function fieldOf(rule: FormRule, path: Path): string {
	const [, field] = FIELD_OF_PATH.find(([each]) => isWithin(path, ...each)) ?? [];
	return conditionAt(rule, path) ?? field ?? writtenPath(path);
}

const WORDS = { rules: 'Rule', reactions: 'Reaction' };

/** A problem's rule or reaction of the form, and its path in it; `undefined` for a copied one, or the policy itself. */
function ofForm({ document, own, rows }: GivenPolicy, [list, index, ...rest]: Path) {
	if ((list !== 'rules' && list !== 'reactions') || typeof index !== 'number') return undefined;
	const number = own[list][index];
	if (number === undefined) return undefined;
	const rule = (document as Record<typeof list, FormRule[]>)[list][index]!;
	if (list === 'rules' && number >= rows) {
		return { name: `${rulesAsJson.displayName} ${number - rows + 1}`, rule, rest, isJson: true };
	}
	return { name: `${WORDS[list]} ${number + 1}`, rule, rest, isJson: false };
}

const PARTS_OF_FACT: Readonly<Record<string, string>> = {
	type: 'Type',
	label: 'Label',
	values: 'Possible Values',
	missing: 'If Missing',
};

/** The condition that a path in a rule's conditions leads to or into. */
function singleConditionAt(conditions: unknown, path: Path): Condition | undefined {
	let reached = conditions;
	for (const step of path) {
		if (isObject(reached) && 'fact' in reached) break;
		reached = (reached as Record<string | number, unknown> | undefined)?.[step];
	}
	return isObject(reached) && 'fact' in reached ? (reached as unknown as Condition) : undefined;
}

/** A ready-made rule, and the fields whose value is wrong. */
function placeInReadyMade(label: string, document: unknown, [, index, ...rest]: Path): string {
	const { conditions } = (document as PolicyDocument).rules[Number(index)]!;
	const wrong = singleConditionAt(conditions, rest.slice(1));
	const fields = wrong ? fieldsComparing(label, wrong) : [];
	return [`Rules to Use, ${label}`, fields.join(' and ')].filter(Boolean).join(', ');
}

const START_FROM = startFrom[0]!.displayName;

/** The place of a problem that isn't in a rule or a reaction of the form. */
function placeOf({ document, declared, readyMade }: GivenPolicy, path: Path): string {
	const [list, place, part = ''] = path;
	if (list === 'facts' && declared.includes(String(place))) {
		const row = `Your Own Facts ${declared.indexOf(String(place)) + 1} (${place})`;
		return [row, PARTS_OF_FACT[part]].filter(Boolean).join(', ');
	}
	const label = list === 'rules' ? readyMade[Number(place)] : undefined;
	if (label !== undefined) return placeInReadyMade(label, document, path);
	if (list === 'name') return 'Policy Name';
	// Nobody counts the rules that the form copies.
	if (list === 'rules' && readyMade.length > 0) {
		const { name } =
			((document as PolicyDocument).rules as Array<{ name: string } | undefined>)[Number(place)] ?? {};
		return name === undefined ? START_FROM : `${START_FROM}, rule ${name}`;
	}
	return placeInPolicy(document, path);
}

export type PlacedProblem = Problem & { where: string };

/** All rules, or one as a whole: the problem names it. */
const WHOLE = /^rules(?:\[\d+\])?$/;

/** A problem as a sentence, with its place in the form unless the sentence says it. */
export const lineOf = ({
	path,
	where,
	message,
}: Pick<PlacedProblem, 'path' | 'where' | 'message'>): string =>
	WHOLE.test(path) && (where === 'Rules' || where.startsWith(START_FROM)) ? message : `${where}: ${message}`;

/** A problem and its place: the rule or reaction and the field of the form, or the path in the document. */
function inWords(given: GivenPolicy, found: FoundProblem): PlacedProblem {
	const problem = toProblem(found);
	const inForm = ofForm(given, found.path);
	if (!inForm) {
		const [list, place] = found.path;
		const isReadyMade = list === 'rules' && given.readyMade[Number(place)] !== undefined;
		return {
			...problem,
			where: placeOf(given, found.path),
			...(isReadyMade && { message: found.message.form }),
		};
	}
	const { name, rule, rest, isJson } = inForm;
	const named = rule.name && ` (${rule.name})`;
	const part = isJson ? writtenPath(rest) : fieldOf(rule, rest);
	const where = [`${name}${named}`, part].filter(Boolean).join(', ');
	return { ...problem, where, message: found.message[isJson ? 'document' : 'form'] };
}

/** Facts whose conditions end by themselves as time passes. */
const ENDING: ReadonlySet<FactType> = new Set(['localTime', 'weekday', 'date', 'occurrences']);

/** Rules of the form that hold for a time, and don't say that the end of that time is when to ask again. */
function problemsOfWaiting({ document, own }: GivenPolicy): FoundProblem[] {
	const catalogue = catalogueOf(document);
	return own.rules.flatMap((number, index) => {
		if (number === undefined) return [];
		const { conditions, event } = (document as PolicyDocument).rules[index]!;
		const facts = singleConditions(conditions).map(({ fact }) => catalogue[fact]!);
		const ending = facts.find(({ type }) => ENDING.has(type));
		if (event.type !== 'hold' || event.params.retryAt !== undefined || !ending) return [];
		const message = `It names no time, so messages may be held for longer than needed. Choose ${ending.label} there.`;
		return [warning(['rules', index, 'event', 'params', 'retryAt'], message)];
	});
}

/** Rules of the form that send, and that are asked after some that stand below them there. */
function problemsOfOrder({ document, own }: GivenPolicy): FoundProblem[] {
	const policy = document as PolicyDocument;
	return own.rules.flatMap((number, index) => {
		const rule = policy.rules[index]!;
		const { type } = rule.event;
		if (number === undefined || rule.enabled === false || type === 'hold' || type === 'skip') return [];
		const overtaking = policy.rules.filter(
			(other, at) =>
				at < index &&
				(own.rules[at] ?? -1) > number &&
				other.enabled !== false &&
				canBothApply(policy, rule, other),
		);
		if (overtaking.length === 0) return [];
		const names = overtaking.map(({ name }) => name).join(', ');
		const [stand, each] = overtaking.length === 1 ? ['that stands', names] : ['these stand', 'each of them'];
		const message = `It is asked after ${names}, although ${stand} below it in this form. If this one should win, add a condition to ${each} that leaves out whom this one is for.`;
		return [warning(['rules', index], message)];
	});
}

/** Rules of the form without a condition, so that those after them are never asked. */
function problemsOfEveryMessage({ document, own }: GivenPolicy): FoundProblem[] {
	const { rules } = document as PolicyDocument;
	return own.rules.flatMap((number, index) => {
		if (number === undefined || index === rules.length - 1) return [];
		const { conditions, enabled } = rules[index]!;
		const [first, ...others] = singleConditions(conditions);
		if (enabled === false || first !== ALWAYS || others.length > 0) return [];
		const message =
			'It has no condition, so it is for every message, and no rule after it is asked. Add a condition.';
		return [warning(['rules', index, 'conditions'], message)];
	});
}

/** Whether a condition compares a word of an event with nothing. Facts with known values are for the linter. */
function isUnfilled({ fact, value }: Condition): boolean {
	const definition = factDefinition(eventFactCatalogue, fact);
	return value === '' && definition?.type === 'text' && definition.values === undefined;
}

/** Conditions of the form's reactions that would hold for no event, or for all. */
function problemsOfUnfilled({ document, own }: GivenPolicy): FoundProblem[] {
	return own.reactions.flatMap((number, index) => {
		if (number === undefined) return [];
		const { conditions } = (document as Required<PolicyDocument>).reactions[index]!;
		const list = 'not' in conditions ? ['not', 'any'] : Object.keys(conditions);
		return singleConditions(conditions).flatMap((condition, at) =>
			isUnfilled(condition)
				? [error(['reactions', index, 'conditions', ...list, at, 'value'], 'It is empty.')]
				: [],
		);
	});
}

/** Everything that is wrong with a policy, and where. `problems`: as they were found in its document */
export function problemsOf(given: GivenPolicy, problems = problemsOfPolicy(given.document)): PlacedProblem[] {
	const found = [...problems, ...problemsOfUnfilled(given)];
	const hasErrors = found.some(({ severity }) => severity === 'error');
	const all = hasErrors
		? found
		: [...problemsOfEveryMessage(given), ...problemsOfOrder(given), ...found, ...problemsOfWaiting(given)];
	return all.map((problem) => inWords(given, problem));
}

/** Refuses a policy that can't be used. @throws ProblemList that names every error, and where it is */
export function refuseErrors(problems: PlacedProblem[]): void {
	const errors = problems.filter(({ severity }) => severity === 'error');
	if (errors.length === 0) return;
	throw new ProblemList("The policy wasn't saved.", errors.map(lineOf));
}
