import { findPolicy, tryPolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import { decisionJson } from '../../shared/json/decision-json';
import type { Operation } from '../../shared/operation';
import { readJson } from '../../shared/read/read-json';
import { factsField, nameField } from './fields';

/** Shows what a policy decides for given facts, and why each earlier rule didn't. */
export const test: Operation = {
	value: 'test',
	name: 'Test',
	description: 'See what a policy decides for given facts, and why',
	action: 'Test a policy',
	fields: [nameField, factsField],
	async forEachItem(context) {
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
