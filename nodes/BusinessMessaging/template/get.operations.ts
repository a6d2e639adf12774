import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GatewayClient, TemplateFilters, TemplateListQuery } from '../../../gateway';
import type { TemplateItem, TemplateList } from '../../../platform';
import { qualityOf, TEMPLATE_PAGE } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { categories, limit as limitField, returnAll, simplify } from '../../shared/common-fields';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { readLimit, text } from '../../shared/read/values';
import { variablesOf } from '../../shared/template/template-variables';
import { describeUnreadable } from './known-templates';
import { findTemplate, readChoice, templateField } from './template-choice';

/** A template as an item carries it. */
function templateJson(item: TemplateItem): IDataObject {
	const { name, language, category, status, rejected_reason, external_id, id } = item;
	return {
		name,
		language,
		category: category ?? null,
		status: status ?? null,
		quality: qualityOf(item) ?? null,
		rejectedReason: rejected_reason ?? null,
		externalId: external_id ?? id ?? null,
		variables: variablesOf(item).map((variable) => variable.id),
	};
}

/** Gets one template, and remembers what the gateway says about it. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get a template with its status, quality, and variables',
	action: 'Get a template',
	fields: [templateField, simplify],
	async forEachItem(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;
		return async (itemIndex) => {
			const { template, translations } = await findTemplate(gateway, readChoice(context, itemIndex));
			await engine.record(templatesAsOutcome({ channel, account }, translations));
			const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
			return [{ json: isSimple ? templateJson(template) : (template as unknown as IDataObject) }];
		};
	},
};

const filterFields: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Category',
			name: 'category',
			type: 'options',
			options: [...categories],
			default: 'UTILITY',
		},
		{
			displayName: 'ID',
			name: 'id',
			type: 'string',
			default: '',
			description: "The gateway's own ID of a template, which is not always its external ID",
		},
		{ displayName: 'Name', name: 'name', type: 'string', default: '' },
		{ displayName: 'Partner ID', name: 'partnerId', type: 'string', default: '' },
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Approved', value: 'APPROVED' },
				{ name: 'Disabled', value: 'DISABLED' },
				{ name: 'In Review', value: 'PENDING' },
				{ name: 'Paused', value: 'PAUSED' },
				{ name: 'Rejected', value: 'REJECTED' },
			],
			default: 'APPROVED',
		},
		{
			displayName: 'Status by Name',
			name: 'statusName',
			type: 'string',
			default: '',
			placeholder: 'IN_APPEAL',
			description: 'A status that is not in the list, as the gateway names it. It overrides Status.',
		},
	],
};

const offset: INodeProperties = {
	displayName: 'Offset',
	name: 'offset',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'How many templates to skip at the beginning, if Return All is off',
};

const sort: INodeProperties = {
	displayName: 'Sort By',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'ID', value: 'id' },
		{ name: 'Name', value: 'name' },
		{ name: 'Status', value: 'status' },
	],
	default: 'name',
};

/** The filters that were filled in, by the interface's keys. */
function readFilters({ id, partnerId, name, status, statusName, category }: IDataObject): TemplateFilters {
	const filters = {
		id,
		partner_id: partnerId,
		'business_templates.name': name,
		status: statusName || status,
		category,
	};
	const texts = Object.entries(filters).map(([key, value]) => [key, text(value)]);
	return Object.fromEntries(texts.filter(([, value]) => value !== ''));
}

/** The pages that hold what the limit asks for. */
async function readPages(
	templates: GatewayClient['templates'],
	{ limit, offset = 0, ...query }: TemplateListQuery & { limit: number },
): Promise<TemplateList[]> {
	if (limit <= TEMPLATE_PAGE) return [await templates.list({ ...query, limit, offset })];
	const pages: TemplateList[] = [];
	for await (const page of templates.pages(query)) pages.push(page);
	return pages;
}

/** A template as the gateway lists it, with what the answer says of the list that it is in. */
function rawJson(item: TemplateItem, page: TemplateList): IDataObject {
	const { count, total, limit, offset, filters, sort, unreadable } = page;
	const list = { count, total, limit, offset, filters, sort, unreadable };
	return { ...item, list } as unknown as IDataObject;
}

const unreadableIn = (pages: TemplateList[]) => pages.reduce((sum, { unreadable }) => sum + unreadable, 0);

/** Lists templates, and remembers what the list says about each. */
export const getMany: Operation = {
	value: 'getMany',
	name: 'Get Many',
	description: 'List templates with their status, quality, and variables',
	action: 'Get many templates',
	fields: [filterFields, returnAll, limitField, simplify],
	options: [offset, sort],
	async forEachItem(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;
		return async (itemIndex) => {
			const options = context.getNodeParameter('options', itemIndex, {}) as TemplateListQuery;
			const filters = readFilters(context.getNodeParameter('filters', itemIndex, {}) as IDataObject);
			const limit = readLimit(context, itemIndex);
			const pages = await readPages(gateway.templates, { ...options, filters, limit });
			const listed = pages.flatMap((page) => page.waba_templates.map((item) => ({ item, page })));
			const isPart = limit > TEMPLATE_PAGE && limit !== Infinity;
			const { offset: first = 0 } = options;
			const found = isPart ? listed.slice(first, first + limit) : listed;
			const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
			const items = found.map(({ item }) => item);
			await engine.record(templatesAsOutcome({ channel, account }, items));
			const message = describeUnreadable(unreadableIn(pages), 'missing here');
			if (message) context.addExecutionHints({ message, location: 'outputPane' });
			return found.map(({ item, page }) => ({
				json: isSimple ? templateJson(item) : rawJson(item, page),
			}));
		};
	},
};
