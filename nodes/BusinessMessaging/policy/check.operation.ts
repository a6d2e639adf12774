import type { IDataObject } from 'n8n-workflow';
import type { PolicyDocument, Store } from '../../../engine';
import { findPolicy, policyChecked, readStatements, testsOfPolicy } from '../../../engine';
import { connectStore } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { policyFields } from './fields';
import { problemsOf } from './problems';
import { readPolicy } from './read-policy';
import { resultsJson, statementsField } from './tests.operations';

/** What was checked: the form, which can differ from a saved policy with its name. `from`: the policy that it starts from */
async function whatWasChecked(store: Store, name: string, from: string): Promise<string> {
	const checked = `Checked: ${name}, as this form has it${from === '' ? '' : `, starting from ${from}`}.`;
	const saved = from === name ? undefined : await store.policies.find(name);
	if (saved === undefined) return checked;
	return `${checked} The saved policy ${name} (version ${saved.document.version}) can have other rules. To check that one, choose it under Start From.`;
}

/** Checks a policy without saving it: its document, the tests beside it, and statements of the form. */
export const check: Operation = {
	value: 'check',
	name: 'Check',
	description:
		'List everything that is wrong with a policy, run its tests, and prove statements about it, without saving it',
	action: 'Check a policy for mistakes',
	hint: ([checked, ...others]) =>
		checked?.sentence === undefined || others.length > 0 ? undefined : String(checked.sentence),
	fields: [...policyFields, statementsField],
	numbers: 'any',
	async forEachItem(context) {
		const { store } = await connectStore(context);
		const options = { runtime: store.runtime, find: (name: string) => findPolicy(store, name) };
		return async (itemIndex) => {
			const given = await readPolicy(context, itemIndex, async () => store);
			const name = text((Object(given.document) as { name?: unknown }).name);
			const kept = name === '' ? [] : await testsOfPolicy(store, name);
			const statements = readStatements(
				text(context.getNodeParameter('statements', itemIndex, '')),
				given.document as PolicyDocument,
			);
			const tests = [...kept, ...statements.map((statement) => statement.name)];
			const checked = await policyChecked(given.document, tests, options);
			const problems = problemsOf(given, checked.problems);
			const { usable } = checked;
			const isForm = context.getNodeParameter('definitionInput', itemIndex, 'fields') !== 'json';
			const from = isForm ? text(context.getNodeParameter('startFrom', itemIndex, '')) : '';
			const what = name === '' ? [] : [await whatWasChecked(store, name, from)];
			const sentence = [checked.sentence, ...what].join(' ');
			return [
				{
					json: {
						sentence,
						usable,
						problems: problems as unknown as IDataObject[],
						tests: resultsJson(checked.tests),
					},
				},
			];
		};
	},
};
