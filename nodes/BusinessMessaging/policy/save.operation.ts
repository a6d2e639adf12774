import { definePolicy, savePolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { policyFields } from './fields';
import { policyJson } from './policy-json';
import { problemsOf, refuseErrors } from './problems';
import { readPolicy } from './read-policy';

/** Saves a policy under its name, as the next version unless nothing changed, and returns it with its warnings. */
export const save: Operation = {
	value: 'save',
	name: 'Save',
	description: 'Save a policy under its name, as the next version unless nothing changed',
	action: 'Save a policy',
	fields: policyFields,
	hint: () =>
		'Saved. Try it with Policy: Test. To use it, choose it as Policy in the options of a node that sends.',
	async forEachItem(context) {
		const { store, engine } = await connect(context);
		return async (itemIndex) => {
			const given = await readPolicy(context, itemIndex, async () => store);
			const problems = problemsOf(given);
			refuseErrors(problems);
			const { name, version } = await savePolicy(store, definePolicy(given.document), engine.runtime.now());
			const saved = (await store.policies.find(name, version))!;
			const warnings = problems.map(({ path, where, message }) => ({ path, where, message }));
			return [{ json: { ...policyJson(saved.document, saved), warnings } }];
		};
	},
};
