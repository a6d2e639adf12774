import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { TemplateItem } from '../../../platform';
import { connectGateway } from '../connect';
import { readTemplateReference, writeTemplateReference } from './template-reference';
import { variablesOf } from './template-variables';

const PAGE = 100;

function toListEntry({ name, language, status, category }: TemplateItem): INodeListSearchItems {
	const traits = [language, category, status].filter(Boolean).map((word) => String(word).toLowerCase());
	return { name: `${name} (${traits.join(', ')})`, value: writeTemplateReference({ name, language }) };
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

/** The variables of the chosen template, as fields of the form. */
export async function getTemplateVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = this.getNodeParameter('template', '', { extractValue: true }) as string;
	const reference = readTemplateReference(chosen);
	if (!reference) return { fields: [], emptyFieldsNotice: 'Choose a template first.' };
	const { gateway } = await connectGateway(this);
	const template = await gateway.templates.get(reference.name, reference.language);
	if (!template) {
		return {
			fields: [],
			emptyFieldsNotice: `The gateway doesn't have a template ${reference.name} in ${reference.language}.`,
		};
	}
	return {
		fields: variablesOf(template).map(({ id, label, required }) => ({
			id,
			displayName: label,
			required,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: 'string',
		})),
		emptyFieldsNotice: "This template doesn't have variables.",
	};
}
