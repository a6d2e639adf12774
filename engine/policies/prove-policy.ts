import * as z from 'zod';
import type { Runtime } from '../../base';
import { SECOND, systemRuntime } from '../../base';
import type { Conditions, FactCatalogue, Possible, FoundProblem } from '../../rules';
import {
	endingConditions,
	filledText,
	listOf,
	problemsOfConditions,
	problemsOfForm,
	situationsOf,
} from '../../rules';
import type { Action } from '../decision';
import { askedRules, shownName } from './asked-rules';
import type { Counterexample, WhatIsWrong } from './counterexample';
import { smallest, toCounterexample } from './counterexample';
import { refuseOther } from './lint-policy';
import { catalogueOf } from './own-facts';
import type { PolicyDocument, PolicyRule } from './policy';
import { possibleOf } from './possible';

/**
 * What a policy must do in all situations, not only in those that somebody tried.
 * @example
 * const statement = {
 * 	name: 'No marketing after an opt-out',
 * 	when: { fact: 'optedOut', operator: 'equal', value: true },
 * 	never: ['freeform', 'template'],
 * };
 */
export interface Statement {
	name: string;
	/** The situations that it is about; all if left out. */
	when?: Conditions;
	/** What the policy always does there: one of these. */
	always?: Action[];
	/** What the policy never does there. */
	never?: Action[];
}

export interface Proof {
	/** `undefined` if there wasn't enough time to find out. */
	holds: boolean | undefined;
	/** For each rule that breaks the statement, the situation that takes the fewest facts to say. */
	counterexamples: Counterexample[];
	/** How many situations are possible, as far as the rules and the statement tell them apart; `undefined` above 500,000. */
	situations?: number;
	/** The result in words. */
	sentence: string;
}

export interface ProofOptions {
	/** How long to look. 10 s by default. ms */
	withinMs?: number;
	runtime?: Pick<Runtime, 'monotonic'>;
}

const ACTIONS = ['freeform', 'template', 'hold', 'skip'] as const;
const actions = z.lazy(() => z.array(z.enum(ACTIONS)).min(1).optional());

/** The form of a statement. */
const statementForm = z.lazy(() =>
	z
		.strictObject({
			name: filledText,
			when: z.custom<Conditions>().optional(),
			always: actions,
			never: actions,
		})
		.refine(({ always, never }) => (always === undefined) !== (never === undefined), {
			message: 'A statement has either "always" or "never", with a list of actions.',
		}),
);

/** Situations that are counted at most. */
const MOST_COUNTED = 500_000;

/** What a policy says if no rule fires. */
const NO_RULE = { action: 'hold', rule: 'no-rule-fired' } as const;

const saidBy = (rule: PolicyRule | undefined): Counterexample['says'][number] =>
	rule ? { action: rule.event.type, rule: shownName(rule.name) } : NO_RULE;

/**
 * Everything that is wrong with a statement; empty if nothing is.
 * @param policy the one that it's about, if it has facts of its own
 */
export function problemsOfStatement(
	statement: unknown,
	policy: Pick<PolicyDocument, 'facts'> = {},
): FoundProblem[] {
	const { when } = Object(statement) as Partial<Statement>;
	return [
		...problemsOfForm(statementForm as unknown as z.ZodType<Statement>, statement),
		...(when === undefined ? [] : problemsOfConditions(when, ['when'], catalogueOf(policy))),
	];
}

interface Search {
	lists: Conditions[][];
	/** What is wrong in a situation, by the place of the first conditions of each list that hold. */
	wrong(first: number[]): WhatIsWrong | undefined;
	/** What each of them is called in a sentence. */
	names: string[];
	possible: Possible;
	options: ProofOptions;
}

/** A search that pauses now and then, so that whoever makes it can do other work. */
export type Proving = Generator<void, Proof>;

/** Situations between two pauses. */
const BETWEEN_PAUSES = 1_000;

/** Looks through all situations that are possible. */
function* search({
	lists,
	wrong,
	names,
	possible,
	options,
}: Search): Generator<void, Omit<Proof, 'sentence'>> {
	const { withinMs = 10 * SECOND, runtime = systemRuntime } = options;
	const endsAt = runtime.monotonic() + withinMs;
	const situations = situationsOf(lists, possible);
	const found = new Map<string, Counterexample>();
	let looked = 0;
	for (const { first, decided } of situations.all()) {
		const what = wrong(first);
		if (what) smallest(found, toCounterexample(decided, what, { names, possible }));
		if (runtime.monotonic() > endsAt)
			return { holds: found.size > 0 ? false : undefined, counterexamples: [...found.values()] };
		looked += 1;
		if (looked % BETWEEN_PAUSES === 0) yield;
	}
	const counting = situations.count(MOST_COUNTED);
	let step = counting.next();
	while (step.done !== true) {
		yield;
		step = counting.next();
	}
	const counterexamples = [...found.values()];
	const counted = step.value;
	return { holds: found.size === 0, counterexamples, ...(counted !== undefined && { situations: counted }) };
}

const conditionsOf = (rules: readonly PolicyRule[]): Conditions[] =>
	rules.map(({ conditions }) => conditions);

function sentenceOf({ holds, counterexamples, situations }: Omit<Proof, 'sentence'>, what: string): string {
	if (holds === undefined)
		return `${what}: not proved. There are too many situations to look through in this time.`;
	const all =
		situations === undefined ? 'all situations' : `all ${situations.toLocaleString('en-US')} situations`;
	if (holds) return `${what}: holds in ${all}.`;
	return `${what}: doesn't hold. ${counterexamples[0]!.sentence}`;
}

/** The same as `provePolicy`, with pauses. */
export function* proving(policy: PolicyDocument, statement: Statement, options: ProofOptions = {}): Proving {
	refuseOther(policy);
	const problems = problemsOfStatement(statement, policy);
	if (problems.length > 0) throw new Error(`This statement can't be checked:\n${listOf(problems)}`);
	const { name, when, always, never } = statement;
	const rules = askedRules(policy);
	const proof = yield* search({
		// The statement first: where it says nothing, it makes no difference what the policy says.
		lists: [...(when ? [[when]] : []), conditionsOf(rules)],
		wrong(first) {
			if (when && first[0] === -1) return undefined;
			const fired = rules[first.at(-1)!];
			const said = saidBy(fired);
			const isWrong = always ? !always.includes(said.action) : never!.includes(said.action);
			if (!isWrong) return undefined;
			return { says: [said], about: [...(when ? [when] : []), ...conditionsOf(fired ? [fired] : rules)] };
		},
		names: [],
		possible: possibleOf(policy),
		options,
	});
	return { ...proof, sentence: sentenceOf(proof, name) };
}

function withoutPauses(search: Proving): Proof {
	let step = search.next();
	while (step.done !== true) step = search.next();
	return step.value;
}

/**
 * Whether a statement is true of a policy in every situation that is possible.
 * @example
 * const proof = provePolicy(policies.strict, statement);
 * if (!proof.holds) console.log(proof.sentence);
 * @throws Error that names everything that is wrong with the statement
 */
export const provePolicy = (policy: PolicyDocument, statement: Statement, options?: ProofOptions): Proof =>
	withoutPauses(proving(policy, statement, options));

/** What the time to ask again depends on: equal for rules that always ask again at the same time. */
function whenToAskAgain(rule: PolicyRule | undefined, catalogue: FactCatalogue): unknown {
	const retryAt = rule?.event.params.retryAt;
	return retryAt && [retryAt, endingConditions(retryAt, rule!.conditions, catalogue)];
}

/** A fact of their own that two policies have both, but not alike. */
function declaredUnlike(one: PolicyDocument, other: PolicyDocument): string | undefined {
	const meaning = ({ facts = {} }: PolicyDocument, name: string) => {
		const { type, values, missing } = facts[name]!;
		return JSON.stringify([type, values, missing]);
	};
	const shared = Object.keys(one.facts ?? {}).filter((name) => Object.hasOwn(other.facts ?? {}, name));
	return shared.find((name) => meaning(one, name) !== meaning(other, name));
}

/** The same as `comparePolicies`, with pauses. `what`: the statement that they are equal, as its author wrote it */
export function* comparing(
	one: PolicyDocument,
	other: PolicyDocument,
	{ what, ...options }: ProofOptions & { what?: string } = {},
): Proving {
	[one, other].forEach(refuseOther);
	const both = [one, other].map(askedRules);
	const names = [one, other].map(({ name, version }) => `${name} (version ${version})`);
	const statement = what ?? `${names.join(' and ')} are equal`;
	const unlike = declaredUnlike(one, other);
	if (unlike !== undefined) {
		const sentence = `${statement}: doesn't hold. They declare the fact ${unlike} differently.`;
		return { holds: false, counterexamples: [], sentence };
	}
	const possible = possibleOf(one, other);
	const proof = yield* search({
		lists: both.map(conditionsOf),
		wrong(first) {
			const fired = both.map((rules, index) => rules[first[index]!]);
			const [a, b] = fired.map((rule) =>
				JSON.stringify([saidBy(rule), whenToAskAgain(rule, possible.catalogue)]),
			);
			if (a === b) return undefined;
			return {
				says: fired.map(saidBy),
				about: fired.flatMap((rule, index) => conditionsOf(rule ? [rule] : both[index]!)),
			};
		},
		names,
		possible,
		options,
	});
	return { ...proof, sentence: sentenceOf(proof, statement) };
}

/**
 * Whether two policies say the same in every situation that is possible: action, rule, and when to ask again.
 * @example
 * const { counterexamples } = comparePolicies(policies.strict, policies.platform);
 * for (const { sentence } of counterexamples) console.log(sentence);
 */
export const comparePolicies = (one: PolicyDocument, other: PolicyDocument, options?: ProofOptions): Proof =>
	withoutPauses(comparing(one, other, options));
