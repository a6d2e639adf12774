import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { TemplateItem } from '../../../platform';
import { connectGateway } from '../connect';
import { oneLine } from './fill-template';
import { readTemplateReference, writeTemplateReference } from './template-reference';
import type { TemplateVariable } from './template-variables';
import { variablesOf } from './template-variables';
import { textField } from './text-field';

const PAGE = 100;

/** How much of a template's text the list shows: n8n shows nothing else of an entry than its name. */
const IN_LIST = 80;
/** How much of it the form shows above the variables. */
const IN_FORM = 1_024;

function toListEntry(template: TemplateItem): INodeListSearchItems {
	const { name, language, status, category } = template;
	const traits = [language, category?.toLowerCase(), status?.toLowerCase()].filter(Boolean).join(', ');
	const text = oneLine(template, IN_LIST);
	return {
		name: `${name} (${traits})${text && `: ${text}`}`,
		value: writeTemplateReference({ name, language }),
	};
}

/** Templates whose name contains the filter, page by page. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { gateway } = await connectGateway(this);
	const offset = Number(paginationToken ?? 0);
	const page = await gateway.templates.list({ limit: PAGE, offset, sort: 'name' });
	const wanted = filter?.toLowerCase() ?? '';
	const next = offset + page.waba_templates.length;
	const isLast = page.waba_templates.length < PAGE || next >= (page.total ?? Infinity);
	return {
		results: page.waba_templates.filter(({ name }) => name.toLowerCase().includes(wanted)).map(toListEntry),
		...(!isLast && { paginationToken: String(next) }),
	};
}

/**
 * What the mapper says in place of fields: that there are none, or, if the items are mapped automatically, which fields
 * the items need.
 */
function noticeAbout(variables: readonly TemplateVariable[], text: string): string {
	const says = text && ` Its text: ${text}`;
	if (variables.length === 0) {
		return `This template has no variables, so there is nothing to fill in.${says}`;
	}
	const ids = variables.map(({ id, required }) => (required ? id : `${id} (optional)`)).join(', ');
	const [have, takes] =
		variables.length === 1
			? ['1 variable', 'It takes its value']
			: [`${variables.length} variables`, 'They take their values'];
	return `This template has ${have}. ${takes} from the item's fields with the same name: ${ids}.${says}`;
}

/** The variables of the chosen template, as fields of the form. */
export async function getTemplateVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	// An expression that can't be read yet is null.
	const chosen = this.getNodeParameter('template', '', { extractValue: true }) as string | null;
	const reference = readTemplateReference(chosen ?? '');
	if (!reference) return { fields: [], emptyFieldsNotice: 'Choose a template first.' };
	const { gateway } = await connectGateway(this);
	const template = await gateway.templates.get(reference.name, reference.language);
	if (!template) {
		return {
			fields: [],
			emptyFieldsNotice: `The gateway doesn't have a template ${reference.name} in ${reference.language}.`,
		};
	}
	const variables = variablesOf(template);
	const text = oneLine(template, IN_FORM);
	const fields = variables.map(({ id, label, required }): ResourceMapperField => ({
		id,
		displayName: label,
		required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'string',
	}));
	return {
		fields: [textField(reference, text, { isOnly: fields.length === 0 }), ...fields],
		emptyFieldsNotice: noticeAbout(variables, text),
	};
}
