import type { TemplateItem, TemplateList } from '../platform';
import { TEMPLATE_PAGE, templateList } from '../platform';
import type { Connection } from './connection';

/** Filters of the template list, by the interface's keys. */
export type TemplateFilters = Partial<
	Record<'id' | 'partner_id' | 'business_templates.name' | 'status' | 'category', string>
>;

export interface TemplateListQuery {
	/** 1,000 when left out. */
	limit?: number;
	/** 0 when left out. */
	offset?: number;
	sort?: 'id' | 'name' | 'status';
	filters?: TemplateFilters;
}

/** Templates (interface, Templates). */
export function templatesOf({ call }: Connection) {
	/**
	 * One page of the template list.
	 * @throws GatewayError
	 */
	async function list({ limit, offset, sort, filters }: TemplateListQuery = {}): Promise<TemplateList> {
		const query = {
			...(limit !== undefined && { limit }),
			...(offset !== undefined && { offset }),
			...(sort !== undefined && { sort }),
			...(filters && Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
		};
		return call({ method: 'GET', path: '/v1/configs/templates', query, answer: templateList });
	}

	return {
		list,
		/**
		 * All templates that the filters let through, page by page.
		 * @throws GatewayError
		 */
		async listAll(query: Omit<TemplateListQuery, 'limit' | 'offset'> = {}): Promise<TemplateItem[]> {
			const items: TemplateItem[] = [];
			for (;;) {
				const page = await list({ ...query, limit: TEMPLATE_PAGE, offset: items.length });
				items.push(...page.waba_templates);
				const isLast = page.waba_templates.length === 0 || items.length >= (page.total ?? items.length);
				if (isLast) return items;
			}
		},
	};
}
