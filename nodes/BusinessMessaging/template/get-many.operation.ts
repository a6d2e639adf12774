import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GatewayClient, TemplateFilters, TemplateListQuery } from '../../../gateway';
import type { TemplateItem } from '../../../platform';
import { TEMPLATE_PAGE } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import { categories, limit as limitField, returnAll, simplify } from '../../shared/fields/common-fields';
import type { Operation } from '../../shared/operation';
import { readLimit } from '../../shared/read/read-limit';
import { templateJson } from './template-json';

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
		{ displayName: 'Name', name: 'name', type: 'string', default: '' },
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Approved', value: 'APPROVED' },
				{ name: 'Disabled', value: 'DISABLED' },
				{ name: 'Paused', value: 'PAUSED' },
				{ name: 'Pending', value: 'PENDING' },
				{ name: 'Rejected', value: 'REJECTED' },
			],
			default: 'APPROVED',
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
function readFilters({ name, status, category }: IDataObject): TemplateFilters {
	const filters = { 'business_templates.name': name, status, category };
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value)));
}

/** As many as the limit asks for: one page, or part of all of them. */
async function read(
	templates: GatewayClient['templates'],
	{ limit, offset = 0, ...query }: TemplateListQuery & { limit: number },
): Promise<TemplateItem[]> {
	if (limit <= TEMPLATE_PAGE) return (await templates.list({ ...query, limit, offset })).waba_templates;
	const all = await templates.listAll(query);
	return limit === Infinity ? all : all.slice(offset, offset + limit);
}

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
			const items = await read(gateway.templates, { ...options, filters, limit });
			const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
			await engine.record(templatesAsOutcome({ channel, account }, items));
			return items.map((item) => ({
				json: isSimple ? templateJson(item) : (item as unknown as IDataObject),
			}));
		};
	},
};
