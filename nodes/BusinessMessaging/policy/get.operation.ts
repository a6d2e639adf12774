import { findPolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { nameField } from './fields';
import { policyJson } from './policy-json';

/** The newest version of a policy. */
export const get: Operation = {
	description: shownFor('policy', 'get', [nameField]),
	async prepare(context) {
		const { store } = await connect(context);
		return async (itemIndex) => {
			const name = context.getNodeParameter('policyName', itemIndex) as string;
			return [{ json: policyJson(await findPolicy(store, name), await store.policies.find(name)) }];
		};
	},
};
