import { policies } from '../../../engine';
import { connectStore } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { policyJson } from './policy-json';

/** Lists the built-in policies, then the newest version of each saved one. */
export const getMany: Operation = {
	value: 'getMany',
	name: 'Get Many',
	description: 'List the built-in and the saved policies',
	action: 'Get many policies',
	numbers: 'any',
	async forEachItem(context) {
		const { store } = await connectStore(context);
		return async () => {
			const saved = (await store.policies.list()).map((stored) => policyJson(stored.document, stored));
			const shipped = Object.values(policies).map((policy) => policyJson(policy));
			return [...shipped, ...saved].map((json) => ({ json }));
		};
	},
};
