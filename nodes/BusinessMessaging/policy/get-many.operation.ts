import { policies } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';
import { policyJson } from './policy-json';

/** The shipped policies, then the newest version of each that was saved. */
export const getMany: Operation = {
	description: [],
	async prepare(context) {
		const { store } = await connect(context);
		return async () => {
			const saved = (await store.policies.list()).map((stored) => policyJson(stored.document, stored));
			const shipped = Object.values(policies).map((policy) => policyJson(policy));
			return [...shipped, ...saved].map((json) => ({ json }));
		};
	},
};
