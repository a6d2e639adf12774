import type { IDataObject } from 'n8n-workflow';
import { findPolicy, policies, testsOfPolicy } from '../../../engine';
import { connectStore } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { existingPolicyField } from './fields';
import { policyJson } from './policy-json';

/** Gets the newest version of a policy. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get a policy with its rules and tests',
	action: 'Get a policy',
	fields: [existingPolicyField],
	numbers: 'any',
	async forEachItem(context) {
		const { store } = await connectStore(context);
		return async (itemIndex) => {
			const name = context.getNodeParameter('policyName', itemIndex) as string;
			const tests = (await testsOfPolicy(store, name)) as unknown as IDataObject[];
			return [
				{ json: { ...policyJson(await findPolicy(store, name), await store.policies.find(name)), tests } },
			];
		};
	},
};

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
