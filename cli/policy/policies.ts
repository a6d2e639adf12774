import * as z from 'zod';
import type { ListedPolicy, PolicyTestResult, Store } from '../../engine';
import {
	definePolicy,
	findPolicy,
	listPolicies,
	lostSince,
	placeInPolicy,
	policyChecked,
	problemsOfPolicy,
	savePolicy,
	testsOfPolicy,
} from '../../engine';
import type { FoundProblem } from '../../rules';
import { hintsOnce, toProblem, warning } from '../../rules';
import { action } from '../command';
import { flag, json, list as listOf, storeFlag } from '../flags';
import { printJson, printLines } from '../print';
import { withStore } from '../with-store';
import { isFile, policyWord, readPolicyFile, usablePolicy } from './policy-named';
import type { TriedFacts } from './tried-facts';
import { tryFactsIn } from './tried-facts';

function lineOf({ name, version, builtIn, savedAt, rules, tests }: ListedPolicy, width: number): string {
	const from = builtIn ? 'built in' : `saved ${new Date(savedAt!).toISOString()}`;
	return `${name.padEnd(width)}  version ${version}  ${rules} rules  ${tests} tests  ${from}`;
}

/** `policy list`: lists the policies. */
export const list = action({
	name: 'list',
	does: 'List the policies that are built in or saved',
	flags: { store: storeFlag, json },
	run: ({ flags }) =>
		withStore(flags, async (store) => {
			const found = await listPolicies(store);
			if (flags.json) return printJson(...found);
			const width = Math.max(...found.map(({ name }) => name.length));
			printLines(found.map((each) => lineOf(each, width)));
		}),
});

const problemLine = (document: unknown, { severity, path, message }: FoundProblem) =>
	`${severity === 'error' ? 'Error' : 'Warning'}: ${placeInPolicy(document, path)}: ${message.document}`;

/** `policy save`: saves a policy under its name. */
export const save = action({
	name: 'save',
	word: { name: 'FILE', needed: 'a JSON file with a policy' },
	does: 'Save a policy as the next version of its name, unless nothing changed. Refuses one that breaks the tests of its name',
	flags: { store: storeFlag, json },
	problems: (_, file) => (file === '' || isFile(file) ? [] : [`The file ${file} doesn't exist.`]),
	run: ({ flags, word }) =>
		withStore(flags, async (store) => {
			const given = usablePolicy(word);
			const before = await store.policies.find(given.name);
			const policy = await savePolicy(store, given, store.runtime.now());
			const lost = before && lostSince(before.document, policy);
			const warnings = [
				...(lost === undefined ? [] : [warning(['rules'], lost)]),
				...problemsOfPolicy(policy),
			];
			if (flags.json) return printJson({ ...policy, warnings: warnings.map(toProblem) });
			const { name, version } = policy;
			printLines([
				before?.document.version === version
					? `Nothing changed: ${name} is version ${version} already.`
					: `Saved ${name}, version ${version}. Workflows that use it decide by it from now on; campaigns that are planned keep their version.`,
				...warnings.map((each) => problemLine(policy, each)),
			]);
		}),
});

/** A policy that may be wrong: what a file has in it, or a saved one by its name. */
async function documentNamed(store: Store, named: string): Promise<unknown> {
	return isFile(named) ? readPolicyFile(named) : findPolicy(store, named);
}

const nameOf = (document: unknown): string | undefined => {
	const { name } = Object(document) as { name?: unknown };
	return typeof name === 'string' ? name : undefined;
};

/** What a policy decides for the facts of a message, and why no earlier rule did. */
const decisionLines = ({ sentence, trace }: TriedFacts, index: number): string[] => [
	`${index + 1}: ${sentence}`,
	...trace.map(
		({ rule, fact, operator, expected, actual }) =>
			`     not by ${rule}: ${fact} is ${JSON.stringify(actual)}, and ${operator} ${JSON.stringify(expected)} is asked`,
	),
];

/** How a test came out, as its line begins. */
function outcomeOf({ holds, unreadable }: PolicyTestResult): string {
	if (unreadable) return "Can't be read";
	if (holds === undefined) return 'Not proved';
	return holds ? 'Holds' : 'Broken';
}

/** `policy test`: looks for what is wrong with a policy. */
export const test = action({
	name: 'test',
	word: policyWord,
	does: 'Look for mistakes in a policy, run the tests that are kept under its name, prove statements about it, and ask it about messages with given facts. Changes nothing',
	flags: {
		store: storeFlag,
		statement: flag(
			'TEXT',
			'What the policy has to do in every situation, such as "never freeform when window is closed"; can be repeated',
			listOf(z.string()),
		),
		facts: flag(
			'FILE',
			'A JSON file with the facts of a message, such as {"window": "open"}, or with several in a list: says what the policy decides for each, and why. What "why --json" printed works, too, and so do items of Conversation: Get Timeline: it takes the facts of each decision',
			z
				.string()
				.refine((file) => isFile(file), {
					error: ({ input }) => `The file ${String(input)} doesn't exist.`,
				})
				.optional(),
		),
		json,
	},
	run: ({ flags, word }) =>
		withStore(flags, async (store) => {
			const document = await documentNamed(store, word);
			const name = nameOf(document);
			const kept = name === undefined ? [] : await testsOfPolicy(store, name);
			const options = { runtime: store.runtime, find: (other: string) => findPolicy(store, other) };
			const checked = await policyChecked(document, [...kept, ...flags.statement], options);
			const problems = hintsOnce(checked.problems);
			const hasErrors = problems.some(({ severity }) => severity === 'error');
			const isAsked = flags.facts !== undefined && !hasErrors;
			const decisions = isAsked ? await tryFactsIn(flags.facts!, definePolicy(document)) : undefined;
			if (flags.json)
				printJson({ ...checked, problems: problems.map(toProblem), ...(decisions && { decisions }) });
			else {
				const outcomes = checked.tests.map(outcomeOf);
				const width = Math.max(...['Broken', ...outcomes].map(({ length }) => length));
				printLines([
					...problems.map((each) => problemLine(document, each)),
					...checked.tests.map(({ sentence }, index) => `${outcomes[index]!.padEnd(width)}  ${sentence}`),
					checked.usable ? checked.sentence : checked.result,
					...(decisions ?? []).flatMap(decisionLines),
				]);
			}
			if (!checked.usable) process.exitCode = 1;
		}),
});
