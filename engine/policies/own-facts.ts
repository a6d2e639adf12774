import type { Path } from '../../base';
import { isObject } from '../../base';
import type { FactCatalogue, FactDefinition, FactValues, FoundProblem } from '../../rules';
import { error, listOf, named, problemsOfFacts, readFact, wording } from '../../rules';
import { factCatalogue, REASON_FACTS } from './facts';
import type { OwnFact, PolicyDocument } from './policy';
import { ownFact } from './policy';

/** How much a policy can declare, and a message bring along: all of it is kept with each decision. */
const MOST = { facts: 20, name: 40, label: 60, text: 200 };

const NAME = /^[A-Za-z]\w*$/;

/** The facts that a document declares, as far as they have the form. */
function declaredIn(document: unknown): Array<[string, OwnFact]> {
	const facts = isObject(document) ? document.facts : undefined;
	if (!isObject(facts)) return [];
	return Object.entries(facts).filter(
		(entry): entry is [string, OwnFact] => ownFact.safeParse(entry[1]).success,
	);
}

const definitionOf = (
	name: string,
	{ type, label, description, values, missing }: OwnFact,
): FactDefinition => ({
	type,
	label: label ?? name,
	description: description ?? 'A fact of your own, which messages bring along.',
	...(values && { values }),
	...(type === 'number' && { signed: true }),
	...(missing === undefined && { optional: true }),
});

/** The facts that the rules of a policy can ask: those of the package, and its own. A document of any form is read. */
export function catalogueOf(document: unknown): FactCatalogue {
	const own = declaredIn(document);
	if (own.length === 0) return factCatalogue;
	return {
		...factCatalogue,
		...Object.fromEntries(own.map(([name, fact]) => [name, definitionOf(name, fact)])),
	};
}

const WORDS = new Map([
	['true', true],
	['yes', true],
	['false', false],
	['no', false],
]);

/** A value of a fact as rules compare it, from what a message, a sheet, or a form has: `yes`, `"12"`, a `Date`. */
function readOwnValue(definition: FactDefinition, given: unknown): unknown {
	const { type } = definition;
	const value = typeof given === 'string' ? given.trim() : given;
	if (type === 'boolean' && typeof value === 'string') return WORDS.get(value.toLowerCase());
	if (type === 'number' && typeof value === 'string') return Number(value);
	if (type === 'text' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
	// A Date, or a time of n8n.
	if (type === 'time' && isObject(value)) return readFact(definition, value.valueOf());
	return readFact(definition, value);
}

/** Whether nothing is said: no value, or an empty one. */
const isNothing = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** What is wrong with one value of a fact that a policy declares. */
function problemsOfOwnValue(
	name: string,
	definition: FactDefinition,
	value: unknown,
	path: Path,
): FoundProblem[] {
	const read = readOwnValue(definition, value);
	if (typeof read === 'string' && read.length > MOST.text) {
		const what = wording`${named(definition.label, name)} has ${read.length} characters`;
		return [error(path, wording`${what}, but a fact can have ${MOST.text} at most.`)];
	}
	// What can't be read is named as it was given.
	const shown = read === undefined || Number.isNaN(read) ? value : read;
	return problemsOfFacts({ [name]: shown }, { [name]: definition }).map((problem) => ({ ...problem, path }));
}

const wordsOf = (names: string[]) =>
	names.length === 0 ? 'It declares none' : `It declares: ${names.join(', ')}`;

/** Everything that is wrong with the facts that a message brings along for a policy; empty if nothing is. */
export function problemsOfOwnFacts(
	policy: Pick<PolicyDocument, 'name' | 'facts'>,
	given: FactValues = {},
): FoundProblem[] {
	const declared = new Map(Object.entries(policy.facts ?? {}));
	return Object.entries(given).flatMap(([name, value]) => {
		const fact = declared.get(name);
		if (!fact) {
			const known = wordsOf([...declared.keys()]);
			const message = `The policy "${policy.name}" has no fact of its own with the name "${name}". ${known}. Declare it there, or choose the policy that does.`;
			return [error(['facts', name], message)];
		}
		return isNothing(value) ? [] : problemsOfOwnValue(name, definitionOf(name, fact), value, ['facts', name]);
	});
}

/** @throws Error that names everything that is wrong with the facts that a message brings along */
export function refuseOwnFacts(policy: Pick<PolicyDocument, 'name' | 'facts'>, given?: FactValues): void {
	const problems = problemsOfOwnFacts(policy, given);
	if (problems.length > 0) throw new Error(`These facts can't be used:\n${listOf(problems)}`);
}

/** The policy's own facts of a message: `null` for what it doesn't say. What can't be used isn't said. */
export function ownFactsOf(
	{ facts = {} }: Pick<PolicyDocument, 'facts'>,
	given: FactValues = {},
): FactValues {
	return Object.fromEntries(
		Object.entries(facts).map(([name, fact]) => {
			const definition = definitionOf(name, fact);
			const value = Object.hasOwn(given, name) ? given[name] : undefined;
			const isUsable = !isNothing(value) && problemsOfOwnValue(name, definition, value, []).length === 0;
			return [name, isUsable ? readOwnValue(definition, value) : null];
		}),
	);
}

/**
 * Reads the policy's own facts among others, and completes them with what it says of those that a message doesn't. What
 * isn't there at all, as nobody kept it, stays away.
 */
export function completing({
	facts: own = {},
}: Pick<PolicyDocument, 'facts'>): <Given extends object>(facts: Given) => Given {
	const declared = Object.entries(own);
	if (declared.length === 0) return (facts) => facts;
	return (facts) => {
		const there = declared.filter(([name]) => (facts as FactValues)[name] !== undefined);
		const read = ownFactsOf({ facts: Object.fromEntries(there) }, facts as FactValues);
		const completed = there.map(([name, fact]) => [
			name,
			read[name] ??
				(fact.missing === undefined ? null : readOwnValue(definitionOf(name, fact), fact.missing)),
		]);
		return { ...facts, ...(Object.fromEntries(completed) as object) };
	};
}

/**
 * What a policy says of its own facts that another policy doesn't have, so that no message could have them there. Those
 * without If Missing stay away.
 */
export function assumedWith(
	{ facts: own = {} }: Pick<PolicyDocument, 'facts'>,
	{ facts: theirs = {} }: Pick<PolicyDocument, 'facts'>,
): Record<string, unknown> {
	const assumed = Object.entries(own).filter(
		([name, { missing }]) => missing !== undefined && !(name in theirs),
	);
	return Object.fromEntries(
		assumed.map(([name, fact]) => [name, readOwnValue(definitionOf(name, fact), fact.missing)]),
	);
}

const SHIPPED_WORDS = new Map(
	Object.entries(REASON_FACTS).flatMap(([name, { label }]) =>
		[name, label].map((word) => [word.toLowerCase(), `${label} (${name})`] as const),
	),
);

function problemsOfName(
	name: string,
	{ label }: OwnFact,
	path: Path,
	others: Array<[string, OwnFact]>,
): FoundProblem[] {
	if (!NAME.test(name) || name in Object.prototype || name.length > MOST.name) {
		const form = `letters, digits, and underscores, beginning with a letter, such as vip; ${MOST.name} at most`;
		return [error(path, `"${name}" can't be the name of a fact. Use ${form}.`)];
	}
	const words = [name, ...(label === undefined ? [] : [label])];
	const shipped = words.flatMap((word) => SHIPPED_WORDS.get(word.toLowerCase()) ?? []);
	if (shipped.length > 0) {
		return [
			error(
				path,
				`"${name}" is too close to a fact of the package, ${shipped[0]!}. Give it another name and label.`,
			),
		];
	}
	const isOther = (word: string | undefined) =>
		words.some((own) => own.toLowerCase() === word?.toLowerCase());
	const same = others.find(([other, fact]) => isOther(other) || isOther(fact.label));
	if (same)
		return [
			error(
				path,
				`The facts "${same[0]}" and "${name}" have the same name or label. Give them different ones.`,
			),
		];
	if ((label?.length ?? 0) <= MOST.label) return [];
	return [
		error([...path, 'label'], `It has ${label!.length} characters. A label can have ${MOST.label} at most.`),
	];
}

/** Everything that is wrong with the facts that a document declares, as far as they have the form. */
export function problemsOfDeclared(document: unknown): FoundProblem[] {
	const declared = declaredIn(document);
	if (declared.length > MOST.facts) {
		return [
			error(['facts'], `The policy declares ${declared.length} facts. ${MOST.facts} are possible at most.`),
		];
	}
	return declared.flatMap(([name, fact], index) => {
		const path = ['facts', name];
		const { type, values, missing } = fact;
		const ofValues =
			values !== undefined && type !== 'text'
				? [
						error(
							[...path, 'values'],
							'Only a text can have a list of possible values. Remove it, or make the fact a text.',
						),
					]
				: [];
		const ofMissing =
			missing === undefined
				? []
				: problemsOfOwnValue(name, definitionOf(name, fact), missing, [...path, 'missing']);
		return [...problemsOfName(name, fact, path, declared.slice(0, index)), ...ofValues, ...ofMissing];
	});
}
