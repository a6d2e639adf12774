import { definePolicy, savePolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { policyFields } from './fields';
import { policyJson } from './policy-json';
import { problemsOf, refuseErrors } from './problems';
import { readPolicy } from './read-policy';

/** Saves a policy under its name, as the next version, and returns it with its warnings. */
export const save: Operation = {
	value: 'save',
	name: 'Save',
	description: 'Save a policy under its name, as the next version',
	action: 'Save a policy',
	fields: policyFields,
	async forEachItem(context) {
		const { store, engine } = await connect(context);
		return async (itemIndex) => {
			const given = await readPolicy(context, itemIndex, async () => store);
			const problems = problemsOf(given);
			refuseErrors(problems);
			const savedAt = engine.runtime.now();
			const saved = await savePolicy(store, definePolicy(given.document), savedAt);
			const warnings = problems.map(({ path, where, message }) => ({ path, where, message }));
			return [{ json: { ...policyJson(saved, { document: saved, savedAt }), warnings } }];
		};
	},
};
