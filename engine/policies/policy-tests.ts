import * as z from 'zod';
import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import type { FoundProblem, Problem } from '../../rules';
import { evaluatorOf, filledText, hintsOnce, problemsOfForm, toProblem, warning } from '../../rules';
import type { Action, Verdict } from '../decision';
import { NO_RULE } from './compile-policy';
import { askedRules, shownName } from './asked-rules';
import { problemsOfPolicy } from './lint-policy';
import { catalogueOf } from './own-facts';
import type { PolicyDocument, PolicyExample, PolicyStatement, PolicyTest } from './policy';
import { asPolicy } from './policy';
import type { Counterexample } from './counterexample';
import type { Proof, Proving } from './prove-policy';
import { comparing, proving } from './prove-policy';
import { shippedPolicy } from './shipped-policies';
import { problemOfStatement, readStatement } from './statement-words';
import { madeUpFacts, problemsOfMadeUp } from './try-policy';

/** How a test of a policy came out. */
export interface PolicyTestResult {
	name: string;
	/** `undefined` if there wasn't enough time to find out, `false` if it can't be read. */
	holds: boolean | undefined;
	/** It can't be read: it says nothing about the policy. */
	unreadable?: true;
	/** For people: what was expected, and what the policy says. */
	sentence: string;
	/** Of a statement that doesn't hold. */
	counterexamples?: Counterexample[];
	/** Of a statement: how many situations are possible. */
	situations?: number;
}

export interface PolicyCheck {
	/** Whether the policy has no errors, and all of its tests hold. */
	usable: boolean;
	problems: Problem[];
	tests: PolicyTestResult[];
	/** The result alone, in words. */
	result: string;
	/** The same with the tests that don't hold, and how many warnings there are. */
	sentence: string;
}

export interface CheckOptions {
	/** How long to look for situations that break a statement, for each. 10 s by default. ms */
	withinMs?: number;
	runtime?: Pick<Runtime, 'monotonic' | 'turn'>;
	/** Finds the policy that this one has to be the same as; only the ones that are shipped, if left out. */
	find?(name: string): Promise<PolicyDocument>;
}

const ACTIONS = ['freeform', 'template', 'hold', 'skip'] as const;

const exampleForm = z.lazy(() =>
	z.strictObject({
		name: filledText,
		facts: z.record(z.string(), z.unknown()),
		action: z.enum(ACTIONS),
		rule: filledText.optional(),
		at: z.number(),
	}),
);

const isStatement = (test: PolicyTest): test is PolicyStatement => 'statement' in Object(test);

type Declaring = Pick<PolicyDocument, 'name' | 'facts'>;

/** Everything that is wrong with a test, whatever the policy's rules say; empty if nothing is. */
export function problemsOfTest(test: PolicyTest, policy: Declaring): FoundProblem[] {
	if (!isStatement(test)) {
		const problems = problemsOfForm(exampleForm, test);
		return problems.length > 0 ? problems : problemsOfMadeUp(test.facts, policy);
	}
	const problem = problemOfStatement(test.statement, policy);
	return problem === undefined ? [] : [problem];
}

const said = (action: Action, rule?: string) => (rule === undefined ? action : `${action} by ${rule}`);

/** What a policy says about examples. */
function answering(policy: PolicyDocument): (example: PolicyExample) => Pick<Verdict, 'action' | 'rule'> {
	const evaluate = evaluatorOf(askedRules(policy), catalogueOf(policy));
	return ({ facts, at }) => {
		const { rule } = evaluate(madeUpFacts(facts, at, policy));
		return rule ? { action: rule.event.type, rule: shownName(rule.name) } : NO_RULE;
	};
}

function tryExample(policy: PolicyDocument, example: PolicyExample): PolicyTestResult {
	const { name, action, rule } = example;
	const got = answering(policy)(example);
	const holds = got.action === action && (rule === undefined || got.rule === rule);
	const outcome = holds
		? `${said(got.action, got.rule)}, as expected.`
		: `expected ${said(action, rule)}, got ${said(got.action, got.rule)}.`;
	return { name, holds, sentence: `${name}: ${outcome}` };
}

const findShipped = (name: string) => {
	const found = shippedPolicy(name);
	return found ? Promise.resolve(found) : Promise.reject(new Error(`The policy "${name}" isn't known.`));
};

async function prove(
	policy: PolicyDocument,
	{ name, statement: text }: PolicyStatement,
	{ withinMs, runtime = systemRuntime, find = findShipped }: CheckOptions,
): Promise<PolicyTestResult> {
	const statement = readStatement(text, policy);
	const other =
		'sameAs' in statement ? await find(statement.sameAs).catch((reason: Error) => reason) : undefined;
	// A name that no policy has keeps no other statement from being proved.
	if (other instanceof Error)
		return { name, holds: false, unreadable: true, sentence: `${statement.name}: ${other.message}` };
	const options = { runtime, ...(withinMs !== undefined && { withinMs }) };
	const search: Proving =
		'sameAs' in statement
			? comparing(policy, other!, { ...options, what: statement.name })
			: proving(policy, statement, options);
	let step = search.next();
	while (step.done !== true) {
		await runtime.turn();
		step = search.next();
	}
	const { holds, counterexamples, situations, sentence }: Proof = step.value;
	return {
		name,
		holds,
		sentence,
		...(counterexamples.length > 0 && { counterexamples }),
		...(situations !== undefined && { situations }),
	};
}

/** Runs the tests of a policy that has no errors. */
export async function runTests(
	policy: PolicyDocument,
	tests: readonly PolicyTest[],
	options: CheckOptions = {},
): Promise<PolicyTestResult[]> {
	const results: PolicyTestResult[] = [];
	const found = tests.map((test) => problemsOfTest(test, policy));
	const told = hintsOnce(found.flat());
	for (const [index, test] of tests.entries()) {
		const problems = told.splice(0, found[index]!.length);
		if (problems.length > 0) {
			const sentence = `${test.name}: ${problems.map(({ message }) => message.document).join(' ')}`;
			results.push({ name: test.name, holds: false, unreadable: true, sentence });
		} else {
			results.push(isStatement(test) ? await prove(policy, test, options) : tryExample(policy, test));
		}
	}
	return results;
}

/** The rules that are turned on and that none of the examples reaches. */
function rulesNotReached(policy: PolicyDocument, tests: readonly PolicyTest[]): FoundProblem[] {
	const examples = tests.filter((test) => !isStatement(test) && problemsOfTest(test, policy).length === 0);
	if (examples.length === 0) return [];
	const reached = new Set((examples as PolicyExample[]).map(answering(policy)).map(({ rule }) => rule));
	const missing = policy.rules.filter(({ name, enabled }) => enabled !== false && !reached.has(name));
	if (missing.length === 0) return [];
	const names = missing.map(({ name }) => name).join(', ');
	return [warning(['rules'], `No test reaches these rules: ${names}.`)];
}

const times = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const outcomeOf =
	(outcome: boolean | undefined) =>
	({ holds, unreadable }: PolicyTestResult) =>
		holds === outcome && unreadable !== true;

/** How many of some tests don't hold, and how many nobody knows that of. */
function brokenInWords(results: readonly PolicyTestResult[], what: 'test' | 'statement'): string {
	const outcomes = [
		{ one: "doesn't hold", several: "don't hold", is: outcomeOf(false) },
		{ one: "isn't proved", several: "aren't proved", is: outcomeOf(undefined) },
		{
			one: "can't be read",
			several: "can't be read",
			is: ({ unreadable }: PolicyTestResult) => unreadable === true,
		},
	];
	return outcomes
		.flatMap(({ one, several, is }) => {
			const count = results.filter(is).length;
			return count === 0
				? []
				: [`${count} of ${times(results.length, what)} ${count === 1 ? one : several}.`];
		})
		.join(' ');
}

function told(
	problems: readonly FoundProblem[],
	results: readonly PolicyTestResult[],
	what: 'test' | 'statement',
): Pick<PolicyCheck, 'result' | 'sentence'> {
	const errors = problems.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) {
		const result = `The policy can't be used: it has ${times(errors.length, 'error')}.`;
		return { result, sentence: result };
	}
	const broken = results.filter(({ holds }) => holds !== true);
	const all = what === 'test' ? 'All of its tests hold' : 'All of the statements hold';
	const tests = results.length === 0 ? 'It has no tests.' : `${all}: ${results.length}.`;
	const result = broken.length > 0 ? brokenInWords(results, what) : `The policy can be used. ${tests}`;
	const warnings = problems.length > 0 ? [`It has ${times(problems.length, 'warning')}.`] : [];
	return { result, sentence: [result, ...broken.map(({ sentence }) => sentence), ...warnings].join(' ') };
}

/**
 * Everything that is wrong with a policy: as `lintPolicy` finds it, rules that no example reaches, and tests that don't
 * hold. Statements are proved for all situations, and never by samples.
 * @param tests as they are kept beside a policy; a text is a statement
 * @example
 * const { sentence } = await checkPolicy(policies.strict, ['never freeform when window is closed']);
 */
export async function checkPolicy(
	document: unknown,
	tests: ReadonlyArray<PolicyTest | string> = [],
	options: CheckOptions = {},
): Promise<PolicyCheck> {
	const { problems, ...checked } = await policyChecked(document, tests, options);
	return { ...checked, problems: hintsOnce(problems).map(toProblem) };
}

/** Tests without a statement that another one, which is kept beside the policy, says already. */
function eachOnce(tests: readonly PolicyTest[]): PolicyTest[] {
	const statements = new Set<string>();
	return tests.filter((test) => {
		if (!isStatement(test)) return true;
		const isNew = !statements.has(test.statement);
		statements.add(test.statement);
		return isNew;
	});
}

/** The same, with problems as they were found. */
export async function policyChecked(
	document: unknown,
	tests: ReadonlyArray<PolicyTest | string>,
	options: CheckOptions,
): Promise<Omit<PolicyCheck, 'problems'> & { problems: FoundProblem[] }> {
	const all = eachOnce(
		tests.map((test) => (typeof test === 'string' ? { name: test, statement: test } : test)),
	);
	const linted = problemsOfPolicy(document);
	if (linted.some(({ severity }) => severity === 'error')) {
		return { usable: false, problems: linted, tests: [], ...told(linted, [], 'test') };
	}
	const policy = asPolicy(document as PolicyDocument);
	const results = await runTests(policy, all, options);
	const problems = [...linted, ...rulesNotReached(policy, all)];
	const usable = results.every(({ holds }) => holds === true);
	const what = all.length > 0 && all.every(isStatement) ? 'statement' : 'test';
	return { usable, problems, tests: results, ...told(problems, results, what) };
}
