import { definePolicy, lintPolicy, savePolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { readJson } from '../read-json';
import { documentField } from './fields';
import { policyJson } from './policy-json';

/** Keeps a policy under its name, as the next version; its warnings come with it. */
export const save: Operation = {
	description: shownFor('policy', 'save', [documentField]),
	async prepare(context) {
		const { store } = await connect(context);
		return async (itemIndex) => {
			const document = definePolicy(readJson(context.getNodeParameter('document', itemIndex), 'Policy'));
			const savedAt = Date.now();
			const saved = await savePolicy(store, document, savedAt);
			const warnings = lintPolicy(saved).map(({ path, message }) => ({ path, message }));
			return [{ json: { ...policyJson(saved, { document: saved, savedAt }), warnings } }];
		};
	},
};
