import type { IDataObject } from 'n8n-workflow';
import { validateTemplate } from '../../../engine';
import type { Operation } from '../../shared/operation';
import { newTemplateFields } from './definition-fields';
import { readDefinition } from './read-definition';

/** Checks a definition against every rule, without the gateway. */
export const validate: Operation = {
	value: 'validate',
	name: 'Validate',
	description: 'Check a template against all rules, without the gateway',
	action: 'Validate a template',
	fields: newTemplateFields,
	async forEachItem(context) {
		return async (itemIndex) => {
			const definition = readDefinition(context, itemIndex);
			const violations = validateTemplate(definition);
			const errors = violations.filter(({ severity }) => severity === 'error').length;
			const json = {
				name: definition.name ?? null,
				valid: errors === 0,
				errors,
				warnings: violations.length - errors,
				violations: violations as unknown as IDataObject[],
				definition,
			};
			return [{ json }];
		};
	},
	hint: (output) => {
		const invalid = output.filter(({ valid }) => valid === false).length;
		return invalid > 0 ? `${invalid} of ${output.length} would be rejected. Each item says why.` : undefined;
	},
};
