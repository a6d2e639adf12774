import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { TemplateMessageComponent } from '../../../platform';
import type { TemplateReference } from '../template-reference';
import { readTemplateReference } from '../template-reference';
import { componentsOf } from '../template-variables';

/** The resource mapper's parameter, as n8n keeps it. */
const mapping = z.looseObject({
	mappingMode: z.string().catch('defineBelow'),
	value: z.record(z.string(), z.unknown()).nullish(),
	schema: z.array(z.looseObject({ id: z.string(), required: z.boolean().optional() })).catch([]),
});

/** In automatic mode a variable takes the item's field of its id, or of its name alone. */
function autoMapped(ids: string[], json: IDataObject): Record<string, unknown> {
	return Object.fromEntries(
		ids.map((id) => [id, json[id] ?? json[id.replace(/^(header|body|button)_/, '')]]),
	);
}

/**
 * The chosen template and its values for an item.
 * @throws Error that names every variable without a value
 */
export function readTemplate(
	context: IExecuteFunctions,
	itemIndex: number,
): (TemplateReference & { components: TemplateMessageComponent[] }) | undefined {
	const chosen = context.getNodeParameter('template', itemIndex, '', { extractValue: true }) as string | null;
	const reference = readTemplateReference(chosen ?? '');
	if (!reference) return undefined;

	const { mappingMode, value, schema } = mapping.parse(
		context.getNodeParameter('templateVariables', itemIndex, {}),
	);
	const ids = schema.map(({ id }) => id);
	const given =
		mappingMode === 'autoMapInputData'
			? autoMapped(ids, context.getInputData()[itemIndex]!.json)
			: (value ?? {});
	const isEmpty = (id: string) => given[id] === undefined || given[id] === null || given[id] === '';
	const missing = schema.filter(({ id, required }) => required !== false && isEmpty(id)).map(({ id }) => id);
	if (missing.length > 0) {
		throw new Error(
			`The template ${reference.name} has no value for: ${missing.join(', ')}. Fill in these variables, or give the item fields of these names.`,
		);
	}
	const values = Object.entries(given).filter(([id]) => !isEmpty(id));
	return {
		...reference,
		components: componentsOf(Object.fromEntries(values.map(([id, each]) => [id, String(each)]))),
	};
}
