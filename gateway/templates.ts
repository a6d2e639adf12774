import { FILLED_TEXT, OBJECT, optional, wrongTypes } from '../base';
import type {
	TemplateChange,
	TemplateCreated,
	TemplateDefinition,
	TemplateEdited,
	TemplateItem,
	TemplateList,
	TemplatePageQuery,
} from '../platform';
import {
	normalizeLanguage,
	requestText,
	TEMPLATE_PAGE,
	templateCreated,
	templateDeleted,
	templateEdited,
	templateList,
	templatePageQuery,
} from '../platform';
import { LIST_BYTES } from './transport';
import { problemsIn, problemsOfSegment, refuse } from './check-request';
import type { Connection } from './connection';
import { doneOrError } from './connection';
import { MOST_PAGES, tooManyPages } from './collect-pages';

/** Filters of the template list, by the interface's keys. */
export type TemplateFilters = Partial<
	Record<'id' | 'partner_id' | 'business_templates.name' | 'status' | 'category', string>
>;

export interface TemplateListQuery extends TemplatePageQuery {
	filters?: TemplateFilters;
}

const PATH = '/v1/configs/templates';

/** The path of one template. @throws InvalidRequest if its name or id is empty, or dots */
function pathOfTemplate(field: 'name' | 'external_id', value: string): string {
	refuse([...problemsIn(requestText(), value, field), ...problemsOfSegment(field, value)].slice(0, 1));
	return `${PATH}/${encodeURIComponent(value.trim())}`;
}

/**
 * Templates (docs/interface.md, Templates). Every method rejects with a `GatewayError`, or with an `InvalidRequest`
 * before anything is sent. What the platform thinks of a definition can be asked before, with the engine's
 * `validateTemplate`.
 */
export function templatesOf(connection: Connection) {
	const { call } = connection;

	/** One page of the template list. */
	async function list(asked: TemplateListQuery = {}): Promise<TemplateList> {
		refuse(wrongTypes(asked, { filters: optional(OBJECT) }));
		const { limit, offset, sort, filters } = asked;
		refuse(problemsIn(templatePageQuery, { limit, offset, sort }));
		const query = {
			...(limit !== undefined && { limit }),
			...(offset !== undefined && { offset }),
			...(sort !== undefined && { sort }),
			...(filters && Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
		};
		return call({ method: 'GET', path: PATH, query, answer: templateList, maxBytes: LIST_BYTES });
	}

	/** The template list that the filters let through, page by page. */
	async function* pages(
		query: Omit<TemplateListQuery, 'limit' | 'offset'> = {},
	): AsyncGenerator<TemplateList> {
		for (let offset = 0, count = 1; ; count += 1) {
			const page = await list({ ...query, limit: TEMPLATE_PAGE, offset });
			yield page;
			const { total, limit = TEMPLATE_PAGE } = page;
			const received = page.waba_templates.length + page.unreadable;
			offset += received;
			const isLast = total === undefined ? received < limit : offset >= total;
			if (isLast || received === 0) return;
			if (count === MOST_PAGES) throw tooManyPages('template list');
		}
	}

	/** All templates that the filters let through. */
	async function listAll(query: Omit<TemplateListQuery, 'limit' | 'offset'> = {}): Promise<TemplateItem[]> {
		const items: TemplateItem[] = [];
		for await (const page of pages(query)) items.push(...page.waba_templates);
		return items;
	}

	/** All translations of a name. */
	async function translations(name: string): Promise<TemplateItem[]> {
		refuse(problemsIn(requestText(), name, 'name'));
		const items = await listAll({ filters: { 'business_templates.name': name } });
		return items.filter((item) => item.name === name);
	}

	return {
		list,
		pages,
		listAll,
		translations,
		/** The template of this name and language, however the language is spelled; `undefined` if it doesn't exist. */
		async get(name: string, language: string): Promise<TemplateItem | undefined> {
			refuse(wrongTypes({ name, language }, { name: FILLED_TEXT, language: FILLED_TEXT }));
			const wanted = normalizeLanguage(language);
			return (await translations(name)).find((item) => normalizeLanguage(item.language) === wanted);
		},
		/** Creates a template in one language, and submits it for review. It can be sent only after its approval. */
		async create(definition: TemplateDefinition): Promise<TemplateCreated> {
			return call({ method: 'POST', path: PATH, body: definition, answer: templateCreated });
		},
		/**
		 * Edits a template and submits it for review again: until it is approved it cannot be sent.
		 * @param externalId from the list
		 */
		async edit(externalId: string, change: TemplateChange): Promise<TemplateEdited> {
			const request = { method: 'POST', path: pathOfTemplate('external_id', externalId) } as const;
			const answer = await call({ ...request, body: change, answer: templateEdited });
			doneOrError(connection, request, answer.success !== false, answer);
			return answer;
		},
		/** Deletes a name with all its translations. The name of an approved template stays locked for 30 days. */
		async delete(name: string): Promise<void> {
			const request = { method: 'DELETE', path: pathOfTemplate('name', name) } as const;
			const answer = await call({ ...request, answer: templateDeleted });
			doneOrError(connection, request, answer.meta.success, answer);
		},
	};
}
