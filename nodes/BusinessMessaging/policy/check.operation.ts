import type { IDataObject } from 'n8n-workflow';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { policyFields } from './fields';
import { problemsOf } from './problems';
import { readPolicy } from './read-policy';

/** Checks a policy without saving it. */
export const check: Operation = {
	value: 'check',
	name: 'Check',
	description: 'List everything that is wrong with a policy, without saving it',
	action: 'Check a policy for mistakes',
	fields: policyFields,
	async forEachItem(context) {
		const store = async () => (await connect(context)).store;
		return async (itemIndex) => {
			const problems = problemsOf(await readPolicy(context, itemIndex, store));
			const usable = problems.every(({ severity }) => severity !== 'error');
			return [{ json: { usable, problems: problems as unknown as IDataObject[] } }];
		};
	},
};
