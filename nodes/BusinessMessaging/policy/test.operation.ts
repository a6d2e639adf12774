import { findPolicy, tryPolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import { decisionJson } from '../../shared/json/decision-json';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { readJson } from '../../shared/read/read-json';
import { factsField } from './fields';

/** What a policy answers to made-up facts, and why each earlier rule did not fire. */
export const test: Operation = {
	description: shownFor('policy', 'test', [factsField]),
	async prepare(context) {
		const { store } = await connect(context);
		return async (itemIndex) => {
			const policy = await findPolicy(store, context.getNodeParameter('policyName', itemIndex) as string);
			const facts = readJson(context.getNodeParameter('facts', itemIndex), 'Facts') as Record<
				string,
				unknown
			>;
			return [{ json: decisionJson(await tryPolicy(policy, facts)) }];
		};
	},
};
