import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { TemplateFilters, TemplateListQuery } from '../../../gateway';
import { TEMPLATE_PAGE } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import { categories, limit, returnAll, simplify } from '../../shared/common-fields';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { templateJson } from './template-json';

const fields: INodeProperties[] = [
	returnAll,
	{ ...limit, typeOptions: { minValue: 1, maxValue: TEMPLATE_PAGE } },
	{
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
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Offset',
				name: 'offset',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'How many templates to leave out at the beginning, where not all are returned',
			},
			simplify,
			{
				displayName: 'Sort By',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'ID', value: 'id' },
					{ name: 'Name', value: 'name' },
					{ name: 'Status', value: 'status' },
				],
				default: 'name',
			},
		],
	},
];

/** The filters that were filled in, by the interface's keys. */
function readFilters({ name, status, category }: IDataObject): TemplateFilters {
	const filters = { 'business_templates.name': name, status, category };
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value)));
}

/** Lists templates, and remembers what the list says of each. */
export const getMany: Operation = {
	description: shownFor('template', 'getMany', fields),
	async prepare(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;
		return async (itemIndex) => {
			const {
				simplify: isSimple = true,
				sort,
				offset,
			} = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
			const filters = readFilters(context.getNodeParameter('filters', itemIndex, {}) as IDataObject);
			const query = { filters, sort: sort as TemplateListQuery['sort'] };
			const items = context.getNodeParameter('returnAll', itemIndex, false)
				? await gateway.templates.listAll(query)
				: await gateway.templates
						.list({
							...query,
							limit: context.getNodeParameter('limit', itemIndex, 50) as number,
							offset: offset as number | undefined,
						})
						.then((page) => page.waba_templates);
			await engine.record(templatesAsOutcome({ channel, account }, items));
			return items.map((item) => ({
				json: isSimple ? templateJson(item) : (item as unknown as IDataObject),
			}));
		};
	},
};
