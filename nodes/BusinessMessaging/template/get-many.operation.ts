import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GatewayClient, TemplateFilters, TemplateListQuery } from '../../../gateway';
import type { TemplateItem } from '../../../platform';
import { TEMPLATE_PAGE } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import { categories } from '../../shared/fields/common-fields';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
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
	description: 'How many templates to leave out at the beginning, where not all are returned',
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

/** As many as are asked for: in one page, or out of all of them. */
async function read(
	templates: GatewayClient['templates'],
	{ limit, offset = 0, ...query }: TemplateListQuery & { limit: number },
): Promise<TemplateItem[]> {
	if (limit <= TEMPLATE_PAGE) return (await templates.list({ ...query, limit, offset })).waba_templates;
	const all = await templates.listAll(query);
	return limit === Infinity ? all : all.slice(offset, offset + limit);
}

/** Lists templates, and remembers what the list says of each. */
export const getMany: Operation = {
	description: shownFor('template', 'getMany', [filterFields]),
	options: [offset, sort],
	async prepare(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;
		return async (itemIndex) => {
			const options = context.getNodeParameter('options', itemIndex, {}) as TemplateListQuery;
			const filters = readFilters(context.getNodeParameter('filters', itemIndex, {}) as IDataObject);
			const limit = context.getNodeParameter('returnAll', itemIndex, false)
				? Infinity
				: (context.getNodeParameter('limit', itemIndex, 50) as number);
			const items = await read(gateway.templates, { ...options, filters, limit });
			const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
			await engine.record(templatesAsOutcome({ channel, account }, items));
			return items.map((item) => ({
				json: isSimple ? templateJson(item) : (item as unknown as IDataObject),
			}));
		};
	},
};
