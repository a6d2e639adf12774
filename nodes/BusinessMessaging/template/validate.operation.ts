import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { compareTranslations, violationsOfTemplate } from '../../../engine';
import type { TemplateDefinition } from '../../../platform';
import type { Operation } from '../../shared/operation';
import { newTemplateFields } from './definition-fields';
import { formOf, readDefinition } from './read-definition';
import { placed } from './violations';

type Named = Pick<TemplateDefinition, 'name' | 'language'>;

const isNamed = (definition: Partial<Record<keyof Named, unknown>>): definition is Named =>
	typeof definition.name === 'string' && typeof definition.language === 'string';

/** The definitions of all items that can be read: translations of one template come together. */
function definitionsOf(context: IExecuteFunctions): Named[] {
	return context.getInputData().flatMap((_, itemIndex) => {
		try {
			const definition = readDefinition(formOf(context, itemIndex, newTemplateFields));
			return isNamed(definition) ? [definition] : [];
		} catch {
			return [];
		}
	});
}

/** Checks a definition against every rule, and against its translations among the items, without the gateway. */
export const validate: Operation = {
	value: 'validate',
	name: 'Validate',
	description: 'Check a template against all rules, without the gateway',
	action: 'Validate a template',
	fields: newTemplateFields,
	numbers: 'any',
	async forEachItem(context) {
		const all = definitionsOf(context);
		return async (itemIndex) => {
			const definition = readDefinition(formOf(context, itemIndex, newTemplateFields));
			const compared = isNamed(definition) ? compareTranslations(definition, all) : [];
			const violations = [...violationsOfTemplate(definition), ...compared];
			const errors = violations.filter(({ severity }) => severity === 'error').length;
			const json = {
				name: definition.name ?? null,
				valid: errors === 0,
				errors,
				warnings: violations.length - errors,
				violations: placed(definition, violations) as unknown as IDataObject[],
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
