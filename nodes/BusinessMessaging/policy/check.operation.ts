import type { IDataObject } from 'n8n-workflow';
import type { PolicyDocument, Store } from '../../../engine';
import { findPolicy, policyChecked, testsOfPolicy } from '../../../engine';
import { isObject } from '../../../base';
import { connectStore } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { fieldsToCheck } from './fields';
import type { PlacedProblem } from './problems';
import { lineOf, problemsOf } from './problems';
import { readPolicy } from './read-policy';
import { resultsJson, statementsField, statementsIn } from './tests.operations';

/** A check saves nothing, so its policy needs no name. */
const UNNAMED = 'unnamed';

/** What was checked: the form, which can differ from a saved policy with its name. `from`: the policy that it starts from */
async function whatWasChecked(store: Store, name: string, from: string): Promise<string> {
	const start = from === '' ? '' : `, starting from ${from}`;
	if (name === UNNAMED) return `Checked: what this form has${start}.`;
	const checked = `Checked: ${name}, as this form has it${start}.`;
	const saved = from === name ? undefined : await store.policies.find(name);
	if (saved === undefined) return checked;
	return `${checked} The saved policy ${name} (version ${saved.document.version}) can have other rules. To check that one, set Define to A Saved Policy.`;
}

const named = (document: unknown): unknown =>
	isObject(document) && text(document.name) === '' ? { ...document, name: UNNAMED } : document;

/** So many problems and tests are told above the output. */
const TOLD = 20;

interface CheckedItem {
	result: string;
	checked: string;
	problems: PlacedProblem[];
	tests: Array<{ holds: boolean | null; sentence: string; counterexamples: Array<{ sentence: string }> }>;
}

/** What breaks a test, and what else does. */
const linesOf = ({ holds, sentence, counterexamples: [, ...others] }: CheckedItem['tests'][number]) => [
	`${holds ? '✓' : '✗'} ${sentence}`,
	...others.map((other) => `It doesn't hold here either: ${other.sentence}`),
];

/** The result, errors, each test with everything that breaks it, warnings, and what was checked. */
function hintOf({ result, checked, problems, tests }: CheckedItem): string {
	const written = (isMeant: (problem: CheckedItem['problems'][number]) => boolean) =>
		problems.filter(isMeant).map(lineOf);
	const lines = [
		...written(({ severity }) => severity === 'error'),
		...tests.flatMap(linesOf),
		...written(({ severity }) => severity !== 'error'),
	];
	const more = lines.length > TOLD ? [`The item has ${lines.length - TOLD} more lines.`] : [];
	return [result, ...lines.slice(0, TOLD), ...more, checked].join('\n');
}

/** Checks a policy without saving it: its document, the tests beside it, and statements of the form. */
export const check: Operation = {
	value: 'check',
	name: 'Check',
	description:
		'List everything that is wrong with a policy, run its tests, and prove statements about it, without saving it',
	action: 'Check a policy, and prove what it never does',
	hint: ([checked, ...others]) =>
		checked?.sentence === undefined || others.length > 0
			? undefined
			: hintOf(checked as unknown as CheckedItem),
	fields: [...fieldsToCheck, statementsField],
	numbers: 'any',
	async forEachItem(context) {
		const { store } = await connectStore(context);
		const options = { runtime: store.runtime, find: (name: string) => findPolicy(store, name) };
		return async (itemIndex) => {
			const read = await readPolicy(context, itemIndex, async () => store);
			const given = { ...read, document: named(read.document) };
			const name = text((Object(given.document) as { name?: unknown }).name);
			const kept = name === '' ? [] : await testsOfPolicy(store, name);
			const statements = await statementsIn(
				text(context.getNodeParameter('statements', itemIndex, '')),
				given.document as PolicyDocument,
			);
			const tests = [...kept, ...statements.map((statement) => statement.name)];
			const checked = await policyChecked(given.document, tests, options);
			const problems = problemsOf(given, checked.problems);
			const { usable } = checked;
			const define = context.getNodeParameter('definitionInput', itemIndex, 'fields');
			const from = define === 'fields' ? text(context.getNodeParameter('startFrom', itemIndex, '')) : '';
			const { version } = Object(given.document) as { version?: number };
			const what =
				define === 'saved'
					? `Checked: ${name} (version ${version}).`
					: await whatWasChecked(store, name, from);
			const sentence = `${checked.sentence} ${what}`;
			return [
				{
					json: {
						sentence,
						result: checked.result,
						checked: what,
						usable,
						problems: problems as unknown as IDataObject[],
						tests: resultsJson(checked.tests),
					},
				},
			];
		};
	},
};
