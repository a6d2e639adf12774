import { findPolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';
import { policyJson } from './policy-json';

/** The newest version of a policy. */
export const get: Operation = {
	description: [],
	async prepare(context) {
		const { store } = await connect(context);
		return async (itemIndex) => {
			const name = context.getNodeParameter('policyName', itemIndex) as string;
			return [{ json: policyJson(await findPolicy(store, name), await store.policies.find(name)) }];
		};
	},
};
