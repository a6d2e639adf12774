import { createHash } from 'node:crypto';
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
	NodeHint,
	ResourceMapperField,
	ResourceMapperFields,
	ResourceMapperValue,
} from 'n8n-workflow';
import type { GatewayClient } from '../../../gateway';
import { byName } from '../common-fields';
import { gatewayOf } from '../connect';
import { toNodeError } from '../errors/item-errors';
import { credentialsOfForm } from '../numbers';
import { asBubble, oneLine } from './fill-template';
import { toListEntry } from './list-entry';
import type { TemplateReference } from './template-reference';
import { readTemplateReference, writeTemplateReference } from './template-reference';
import type { TemplateVariable } from './template-variables';
import { isOptional, variablesOf } from './template-variables';

/** The approved template, from the live list or by name and language. */
export const template: INodeProperties = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	hint: 'Goes out if the customer last wrote more than 24 hours ago, or never',
	description: 'The approved template to send',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'order_update/en_US',
			hint: 'Name and language, separated by a slash',
			validation: [
				{
					type: 'regex',
					properties: {
						// The template is optional, so the field may be emptied.
						regex: '^([a-z0-9_]{1,512}/[A-Za-z]{2,3}([_-][A-Za-z]{2,4})?)?$',
						errorMessage: 'Enter the name and the language, for example order_update/en_US',
					},
				},
			],
		},
	],
};

/** The values of the chosen template's variables. */
export const templateVariables: INodeProperties = {
	displayName: 'Template Variables',
	name: 'templateVariables',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { hide: { template: [''] } },
	typeOptions: {
		loadOptionsDependsOn: ['template.value'],
		resourceMapper: {
			resourceMapperMethod: 'getTemplateVariables',
			mode: 'add',
			fieldWords: { singular: 'variable', plural: 'variables' },
			addAllFields: true,
			valuesLabel: 'Variables',
			supportAutoMap: true,
			// The notice of the method says why there are no fields.
			hideNoDataError: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
};

/** The ID of the field with a template's text begins so, followed by the template's name, language, and a colon. */
const TEXT_OF = 'template_text_';

const idStart = (reference: TemplateReference) => `${TEXT_OF}${writeTemplateReference(reference)}:`;

/**
 * The template's text as the first field, which nobody can change; the label says if it is the only one. It is an
 * option without a value, because n8n shows the default of a text field only as long as no variable is filled in. The ID
 * names the template and follows the text, so that n8n doesn't keep the field of another template or an older text.
 * @param whole the message as a phone shows it, for the preview
 */
export function textField(
	reference: TemplateReference,
	text: string,
	{ isOnly = false, whole }: { isOnly?: boolean; whole?: string } = {},
): ResourceMapperField {
	return {
		id: `${idStart(reference)}${createHash('sha256').update(text).digest('hex').slice(0, 8)}`,
		displayName: isOnly ? 'This template has no variables. Its text:' : 'Text of the template',
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'options',
		readOnly: true,
		options: [{ name: text, value: '', ...(whole !== undefined && { description: whole }) }],
	};
}

/** The template's text in the fields of a form; `undefined` if they don't have it. */
export const textInForm = (
	fields: ReadonlyArray<Pick<ResourceMapperField, 'id'> & { options?: unknown }>,
): string | undefined => {
	const options = fields.find(({ id }) => id.startsWith(TEXT_OF))?.options;
	return Array.isArray(options) ? (options as Array<{ name?: string }>)[0]?.name : undefined;
};

/** The variables among the fields of a form. */
export const variablesInForm = <Field extends Pick<ResourceMapperField, 'id'>>(
	fields: readonly Field[],
): Field[] => fields.filter(({ id }) => !id.startsWith(TEXT_OF));

/** Whether the fields of a form are those of another template. */
export const areOfAnother = (
	fields: ReadonlyArray<Pick<ResourceMapperField, 'id'>>,
	reference: TemplateReference,
): boolean => fields.some(({ id }) => id.startsWith(TEXT_OF) && !id.startsWith(idStart(reference)));

const PAGE = 100;

/** How much of a template's text the form shows above the variables. */
const IN_FORM = 1_024;

type Gateways = [GatewayClient, ...GatewayClient[]];

/** The gateways of the numbers that a form is about. */
export async function gatewaysOfForm(context: ILoadOptionsFunctions): Promise<Gateways> {
	const [first, ...others] = await credentialsOfForm(context);
	return [gatewayOf(context, first), ...others.map((each) => gatewayOf(context, each))];
}

/** What any of the numbers answers. @throws the first error, as nodes show it, if none does */
export async function fromAny<Answer>(
	context: ILoadOptionsFunctions,
	gateways: Gateways,
	ask: (of: GatewayClient) => Promise<Answer>,
): Promise<[Answer, ...Answer[]]> {
	const answers = await Promise.allSettled(gateways.map(ask));
	const [first, ...others] = answers.flatMap((each) => (each.status === 'fulfilled' ? [each] : []));
	if (first) return [first.value, ...others.map(({ value }) => value)];
	throw toNodeError(context, (answers[0] as PromiseRejectedResult).reason);
}

/** The templates of several numbers, each name and language once, by name. */
async function templatesOfAll(
	context: ILoadOptionsFunctions,
	gateways: Gateways,
	wanted: string,
): Promise<INodeListSearchItems[]> {
	const lists = await fromAny(context, gateways, ({ templates }) => templates.listAll());
	const byReference = new Map(
		lists
			.flat()
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.map((each) => [writeTemplateReference(each), toListEntry(each)]),
	);
	return [...byReference.values()].sort(byName);
}

/** Templates whose name contains the filter, page by page; of several numbers, all at once. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const gateways = await gatewaysOfForm(this);
	const wanted = filter?.toLowerCase() ?? '';
	if (gateways.length > 1) return { results: await templatesOfAll(this, gateways, wanted) };
	const offset = Number(paginationToken ?? 0);
	const [page] = await fromAny(this, gateways, ({ templates }) =>
		templates.list({ limit: PAGE, offset, sort: 'name' }),
	);
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
	const ids = variables.map(({ id }) => (isOptional(id) ? `${id} (optional)` : id)).join(', ');
	const [have, takes] =
		variables.length === 1
			? ['1 variable', 'It takes its value']
			: [`${variables.length} variables`, 'They take their values'];
	return `This template has ${have}. ${takes} from the item's fields with the same name: ${ids}.${says}`;
}

const variableField = ({ id, label }: Pick<TemplateVariable, 'id' | 'label'>): ResourceMapperField => ({
	id,
	displayName: label,
	// n8n would call a missing one by its ID. The node calls it by the words around it.
	required: false,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
	type: 'string',
});

/** The variables that the form has already, unless they are of another template than this one. */
function variablesKept(context: ILoadOptionsFunctions, reference?: TemplateReference): ResourceMapperField[] {
	const given = context.getCurrentNodeParameter('templateVariables') ?? {};
	const { schema, value } = given as Partial<ResourceMapperValue>;
	const fields = Array.isArray(schema) ? schema : [];
	if (reference && areOfAnother(fields, reference)) return [];
	const known = variablesInForm(fields);
	const others = Object.keys(value ?? {}).map((id) => variableField({ id, label: id }));
	return [...known, ...variablesInForm(others).filter(({ id }) => !known.some((field) => field.id === id))];
}

/** Instead of what belongs to a chosen template. */
export const NOT_READ_YET =
	'Choose a template. If an expression chooses it, it has no value yet: execute the previous nodes, close this node, and open it again.';

/** The variables of the chosen template, as fields of the form. */
export async function getTemplateVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	// An expression that can't be read yet is null.
	const chosen = this.getNodeParameter('template', '', { extractValue: true }) as string | null;
	const reference = readTemplateReference(chosen);
	if (!reference) {
		// n8n empties the values of fields that are gone, and an expression can't be read before the previous nodes have run.
		// n8n's editor resolves it before it asks, so it looks like an empty field.
		return { fields: variablesKept(this), emptyFieldsNotice: NOT_READ_YET };
	}
	const found = await fromAny(this, await gatewaysOfForm(this), ({ templates }) =>
		templates.get(reference.name, reference.language),
	);
	const template = found.find((each) => each !== undefined);
	if (!template) {
		const absent = `The gateway doesn't have a template ${reference.name} in ${reference.language}.`;
		// n8n empties the values of fields that are gone, and a workflow can be opened before its template is created.
		const kept = variablesKept(this, reference);
		return {
			fields: kept.length === 0 ? [] : [textField(reference, absent), ...kept],
			emptyFieldsNotice: absent,
		};
	}
	const variables = variablesOf(template);
	const text = oneLine(template, IN_FORM);
	const fields = variables.map(variableField);
	return {
		fields: [
			textField(reference, text, { isOnly: fields.length === 0, whole: asBubble(template) }),
			...fields,
		],
		emptyFieldsNotice: noticeAbout(variables, text),
	};
}

const CHOSEN = 'String($rawParameter.template)';
const FIELDS = '($rawParameter.templateVariables?.schema ?? [])';
const IS_TEXT_OF_ANOTHER = `id.startsWith("${TEXT_OF}") && !id.startsWith("${TEXT_OF}" + ${CHOSEN} + ":")`;

/**
 * Says that the variables in the form are those of another template. n8n asks for them anew only if it can resolve every
 * expression of the form, which it can't before the previous nodes have run.
 */
export const staleVariablesHint: NodeHint = {
	message:
		'The variables in this form are still those of the template that you chose before. Close this node and open it again.',
	type: 'warning',
	location: 'ndv',
	whenToDisplay: 'always',
	displayCondition: `={{ !${CHOSEN}.startsWith("=") && ${FIELDS}.some(({ id }) => ${IS_TEXT_OF_ANOTHER}) }}`,
};
