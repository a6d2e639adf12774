import { findPolicy, tryPolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import { decisionJson } from '../../shared/json/decision-json';
import type { Operation } from '../../shared/operation';
import { factRowsField, factsField, existingPolicyField } from './fields';
import { readFacts } from './read-facts';

/** Shows what a policy decides for given facts, and why each earlier rule didn't. */
export const test: Operation = {
	value: 'test',
	name: 'Test',
	description: 'See what a policy decides for given facts, and why',
	action: 'Test a policy',
	fields: [existingPolicyField, factRowsField, factsField],
	async forEachItem(context) {
		const { store } = await connect(context);
		return async (itemIndex) => {
			const policy = await findPolicy(store, context.getNodeParameter('policyName', itemIndex) as string);
			const decision = await tryPolicy(policy, readFacts(context, itemIndex));
			return [{ json: decisionJson(decision, context.getTimezone()) }];
		};
	},
};
