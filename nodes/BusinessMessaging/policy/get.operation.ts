import type { IDataObject } from 'n8n-workflow';
import { findPolicy, testsOfPolicy } from '../../../engine';
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
