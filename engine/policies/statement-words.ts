import { refuseOptions, TEXT } from '../../base';
import type { Condition, Conditions, FactCatalogue, FoundProblem } from '../../rules';
import {
	error,
	factMeant,
	factsInWords,
	hintsOnce,
	operatorCatalogue,
	problemsOfConditions,
} from '../../rules';
import { catalogueOf } from './own-facts';
import type { PolicyDocument } from './policy';
import type { Statement } from './prove-policy';
import { FORM, readDeed, UnreadableStatement } from './statement-deed';
import { meantOperator, readTypedValue } from './typed-values';

/** That a policy says the same as another one, in every situation. */
export interface SameAs {
	name: string;
	/** The other policy's name. */
	sameAs: string;
}

/** Every way to name something, the longest first, so that "is not" isn't read as "is". */
const byLength = (names: Array<[written: string, name: string]>) =>
	names.sort(([one], [other]) => other.length - one.length);

const factNames = (catalogue: FactCatalogue) =>
	byLength(
		Object.entries(catalogue).flatMap(([name, { label }]): Array<[string, string]> => [
			[name, name],
			[label, name],
		]),
	);

const OPERATOR_NAMES = byLength([
	...Object.entries(operatorCatalogue).map(([name, { label }]): [string, string] => [label, name]),
	['=', 'equal'],
	['==', 'equal'],
	['!=', 'notEqual'],
	['<', 'lessThan'],
	['<=', 'lessThanInclusive'],
	['>', 'greaterThan'],
	['>=', 'greaterThanInclusive'],
	["isn't one of", 'notIn'],
	["isn't", 'notEqual'],
]);

/** What a text begins with, and what comes after it. */
function begins(text: string, names: Array<[string, string]>): { name: string; rest: string } | undefined {
	const lower = text.toLowerCase();
	for (const [written, name] of names) {
		const rest = text.slice(written.length);
		const isWhole = /\W$/.test(written) || !/^\w/.test(rest);
		if (lower.startsWith(written.toLowerCase()) && isWhole) return { name, rest: rest.trim() };
	}
	return undefined;
}

const NOT = /^not\s+/i;

/** "is" of several values means that it is one of them. */
const OF_SEVERAL: Readonly<Record<string, string>> = { equal: 'in', notEqual: 'notIn' };

function readCondition(text: string, catalogue: FactCatalogue): Conditions {
	const isNot = NOT.test(text);
	const { name: fact, rest } = begins(text.replace(NOT, ''), factNames(catalogue))!;
	const { label, type } = catalogue[fact]!;
	const said = begins(rest, OPERATOR_NAMES);
	if (!said && (rest !== '' || type !== 'boolean')) {
		throw new UnreadableStatement(
			`"${text}" doesn't compare ${label} (${fact}) with anything. Write, for example, "window is open", "windowClosesIn is less than 5 min", or "localTime is 21:00-08:00".`,
		);
	}
	const single = ({ operator, value }: Pick<Condition, 'operator' | 'value'>): Conditions =>
		isNot ? { not: { fact, operator, value } } : { fact, operator, value };
	if (!said) return single({ operator: 'equal', value: true });
	const several = type === 'text' && /,| or /i.test(said.rest) ? OF_SEVERAL[said.name] : undefined;
	const operator = several ?? meantOperator(fact, said.name, catalogue);
	const value = readTypedValue(fact, operator, said.rest.replaceAll(/,?\s+or\s+/gi, ', '), catalogue);
	return single({ operator, value });
}

/** `Saturday or Sunday`, `Saturdays and Sundays`: any of these days. */
const onDays = (days: string, catalogue: FactCatalogue): Condition => ({
	fact: 'localDay',
	operator: 'onDays',
	value: readTypedValue('localDay', 'onDays', days.replaceAll(/,?\s+(?:or|and)\s+/gi, ', '), catalogue),
});

/** The most words of a fact's label. */
const LONGEST_LABEL = 6;

/** Says that a condition begins with no fact, and which one it likely means. */
function unknownBeginning(condition: string, catalogue: FactCatalogue): UnreadableStatement {
	const words = condition.replace(NOT, '').split(/\s+/);
	const beginnings = words.slice(0, LONGEST_LABEL).map((_, index) => words.slice(0, index + 1).join(' '));
	const [meant] = beginnings.flatMap((written) => factMeant(written, catalogue) ?? []);
	const begins = `"${condition}" doesn't begin with a fact of this policy`;
	if (meant !== undefined) return new UnreadableStatement(`${begins}. Did you mean ${meant}?`);
	return new UnreadableStatement(
		`${begins}, such as window, holder, or optedOut. A fact of your own has to be declared in it (in n8n: Your Own Facts).`,
		factsInWords(catalogue),
	);
}

const JOINS = /(,\s*and\s+|,\s*or\s+|,|\s+and\s+|\s+or\s+)/i;

/** What has to be true for a statement to say something: single conditions, joined by "and", a comma, or "or". */
function readConditions(text: string, catalogue: FactCatalogue): Conditions {
	const names = factNames(catalogue);
	const beginsCondition = (part: string) => begins(part.replace(NOT, ''), names) !== undefined;
	const comparesUnknown = (part: string) =>
		begins(part.replace(NOT, '').replace(/^\w+\s*/, ''), OPERATOR_NAMES) !== undefined;
	const [first = '', ...others] = text.split(JOINS);
	const parts = [first.trim()];
	const joins = new Set<string>();
	for (let index = 0; index < others.length; index += 2) {
		const [join = '', part = ''] = [others[index], others[index + 1]?.trim()];
		if (beginsCondition(part) || comparesUnknown(part)) {
			parts.push(part);
			joins.add(/or/i.test(join) ? 'or' : 'and');
		} else {
			// Another value of the condition before: "holder is agent or nobody".
			parts.push(`${parts.pop()!}${join.trim() === ',' ? ', ' : join}${part}`);
		}
	}
	if (joins.size > 1) {
		throw new UnreadableStatement(
			'"and" and "or" in one statement can be read in two ways. Write two statements.',
		);
	}
	const wrong = parts.find((part) => !beginsCondition(part));
	if (wrong !== undefined) throw unknownBeginning(wrong, catalogue);
	const conditions = parts.map((part) => readCondition(part, catalogue));
	if (conditions.length === 1) return conditions[0]!;
	return joins.has('or') ? { any: conditions } : { all: conditions };
}

const SAME_AS = /^(?:is\s+)?(?:the\s+)?(?:same\s+as|equal\s+to|equals)\s+(.+)$/i;
const ON_DAYS = /^(.*?)(?:\s+on\s+(.+))?$/is;
const STATEMENT = /^(?:(never|always)\s+)?(.*?)(?:(?:^|\s+)(?:when|while|if)\s+(.+))?$/is;

/**
 * Reads what a policy has to do in every situation, as people write it.
 * @param text `never send marketing while optedOut`, `hold when window is open, holder is agent and not optedOut`,
 * `same as strict`. Facts and operators by their names or their labels
 * @param policy the one that it's about, if it has facts of its own
 * @throws Error that says what can't be read, and what can
 */
export function readStatement(text: string, policy: Pick<PolicyDocument, 'facts'> = {}): Statement | SameAs {
	refuseOptions('readStatement', { text }, { text: TEXT });
	const catalogue = catalogueOf(policy);
	const name = text.trim();
	const said = name.replace(/\.$/, '');
	const sameAs = SAME_AS.exec(said)?.[1];
	if (sameAs !== undefined) return { name, sameAs: sameAs.trim() };
	const [, never, does = '', condition] = STATEMENT.exec(said) ?? [];
	const [, deed = '', days] = ON_DAYS.exec(does) ?? [];
	const { actions, categories } = readDeed(deed);
	if (never === undefined && days === undefined && condition === undefined) {
		throw new UnreadableStatement(
			`"${said}" says neither when nor whether the policy never or always does it. Write "never ${said}", "always ${said}", or "${said} when …".`,
		);
	}
	const about: Conditions[] = [
		...(categories.length > 0 ? [{ fact: 'category', operator: 'in', value: categories }] : []),
		...(days === undefined ? [] : [onDays(days, catalogue)]),
		...(condition === undefined ? [] : [readConditions(condition, catalogue)]),
	];
	const [one, ...more] = about;
	const when = more.length > 0 ? { all: about } : one;
	const problems = when ? problemsOfConditions(when, ['when'], catalogue) : [];
	if (problems.length > 0)
		throw new UnreadableStatement(problems.map(({ message }) => message.document).join(' '));
	return {
		name,
		...(when && { when }),
		...(never?.toLowerCase() === 'never' ? { never: actions } : { always: actions }),
	};
}

/** Why a statement can't be read; undefined if it can. */
export function problemOfStatement(
	text: string,
	policy: Pick<PolicyDocument, 'facts'>,
): FoundProblem | undefined {
	try {
		readStatement(text, policy);
		return undefined;
	} catch (reason) {
		if (!(reason instanceof UnreadableStatement)) throw reason;
		const { message, hint } = reason;
		return { ...error([text], message), ...(hint !== undefined && { hint }) };
	}
}

/** Statements that can't be read. */
export class UnreadableStatements extends Error {
	override readonly name = 'UnreadableStatements';

	/** @param lines each that can't be read, and why @param hint how to write one, if that is unclear */
	constructor(
		readonly lines: readonly string[],
		readonly hint?: string,
	) {
		const list = lines.map((line) => `- ${line}`).join('\n');
		super(`These statements can't be read:\n${list}${hint === undefined ? '' : `\n${hint}`}`);
	}
}

/**
 * Reads statements, one a line. Empty lines don't count.
 * @param policy the one that they're about, if it has facts of its own
 * @throws UnreadableStatements that names every line that can't be read, and why
 */
export function readStatements(
	text: string,
	policy: Pick<PolicyDocument, 'facts'> = {},
): Array<Statement | SameAs> {
	const statements: Array<Statement | SameAs> = [];
	const wrong: FoundProblem[] = [];
	for (const [index, line] of text.split('\n').entries()) {
		if (line.trim() === '') continue;
		const problem = problemOfStatement(line, policy);
		if (problem === undefined) statements.push(readStatement(line, policy));
		else wrong.push({ ...problem, path: [`Line ${index + 1}`] });
	}
	if (wrong.length === 0) return statements;
	const isFormUnclear = wrong.some(({ hint }) => hint === FORM);
	throw new UnreadableStatements(
		hintsOnce(wrong).map(({ path, message }) =>
			`${path.join('')}: ${message.document}`.replace(` ${FORM}`, ''),
		),
		isFormUnclear ? FORM : undefined,
	);
}
