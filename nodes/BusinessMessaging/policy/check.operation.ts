import type { IDataObject } from 'n8n-workflow';
import { lintPolicy } from '../../../engine';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { readJson } from '../read-json';
import { documentField } from './fields';

/** Everything that is wrong with a policy, without saving it. */
export const check: Operation = {
	description: shownFor('policy', 'check', [documentField]),
	async prepare(context) {
		return async (itemIndex) => {
			const problems = lintPolicy(readJson(context.getNodeParameter('document', itemIndex), 'Policy'));
			const usable = problems.every(({ severity }) => severity !== 'error');
			return [{ json: { usable, problems: problems as unknown as IDataObject[] } }];
		};
	},
};
