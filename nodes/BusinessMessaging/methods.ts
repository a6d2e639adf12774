import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { TemplateItem } from '../../platform';
import { findPolicy, policies } from '../../engine';
import { connect, connectGateway } from '../shared/connect';
import { operatorChoices } from './policy/operator-choices';
import { placesAmong } from './policy/place';
import { switchesOf } from './policy/switches';
import { readTemplateReference, writeTemplateReference } from '../shared/template/template-reference';
import { variablesOf } from '../shared/template/template-variables';

const PAGE = 100;

function listed({ name, language, status, category }: TemplateItem): INodeListSearchItems {
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
		results: page.waba_templates.filter(({ name }) => name.toLowerCase().includes(wanted)).map(listed),
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
			emptyFieldsNotice: `The gateway has no template ${reference.name} in ${reference.language}.`,
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
		emptyFieldsNotice: 'This template has no variables.',
	};
}

const chosenPolicy = async (context: ILoadOptionsFunctions) => {
	const name = String(context.getCurrentNodeParameter('startFrom') ?? '');
	return name === '' ? undefined : findPolicy((await connect(context)).store, name);
};

/** No policy, or one of them. */
export async function getPoliciesToStartFrom(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [{ name: 'Nothing', value: '' }, ...(await getPolicies.call(this))];
}

/** What can be switched of the policy to start from. */
export async function getSwitches(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const policy = await chosenPolicy(this);
	return switchesOf(policy?.rules ?? []);
}

/** Where new rules can go among those of the policy to start from. */
export async function getPlaces(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const policy = await chosenPolicy(this);
	return placesAmong((policy?.rules ?? []).map(({ name }) => name));
}

/** The operators that fit the fact of a condition. */
export async function getOperators(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fact = String(this.getCurrentNodeParameter('&fact') ?? '');
	return operatorChoices(fact);
}

/** The shipped policies, then those that were saved. */
export async function getPolicies(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { store } = await connect(this);
	const saved = (await store.policies.list()).map(({ document }) => document);
	return [...Object.values(policies), ...saved].map(({ name, description }) => ({
		name,
		value: name,
		...(description !== undefined && { description }),
	}));
}
