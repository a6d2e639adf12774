import { definePolicy, savePolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';
import { policyJson } from './policy-json';
import { problemsOf, refuseErrors } from './problems';
import { readPolicy } from './read-policy';

/** Keeps a policy under its name, as the next version; its warnings come with it. */
export const save: Operation = {
	description: [],
	async prepare(context) {
		const { store } = await connect(context);
		return async (itemIndex) => {
			const given = await readPolicy(context, itemIndex, async () => store);
			const problems = problemsOf(given);
			refuseErrors(problems);
			const savedAt = Date.now();
			const saved = await savePolicy(store, definePolicy(given.document), savedAt);
			const warnings = problems.map(({ path, where, message }) => ({ path, where, message }));
			return [{ json: { ...policyJson(saved, { document: saved, savedAt }), warnings } }];
		};
	},
};
