import * as z from 'zod';
import { metaRefusal } from '../refusal';
import type { World } from '../world';
import type { Template } from './template';

const DEFAULT_LIMIT = 1000;
const SORT_KEYS = ['id', 'name', 'status'] as const;

type Item = ReturnType<typeof listItem>;

/** What each filter compares (docs/interface.md, Templates): keys of `filters`. */
const FILTERS: Readonly<Record<string, (item: Item, world: World) => string>> = {
	id: ({ id }) => id,
	partner_id: (_item, { account }) => account.partnerId,
	'business_templates.name': ({ name }) => name,
	status: ({ status }) => status.toLowerCase(),
	category: ({ category }) => category.toLowerCase(),
};

const filtersSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** One page of the account's templates, in the interface's shape. */
export function listTemplates(world: World, query: URLSearchParams) {
	const limit = wholeNumber(query, 'limit', DEFAULT_LIMIT);
	const offset = wholeNumber(query, 'offset', 0);
	const sort = sortKeys(query.get('sort') ?? 'id');
	const filters = readFilters(query.get('filters'));
	const matching = world.templates
		.map((template) => listItem(world, template))
		.filter((item) => Object.entries(filters).every(([key, wanted]) => fits(world, item, key, wanted)));
	for (const key of [...sort].reverse())
		matching.sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
	const page = matching.slice(offset, offset + limit);
	return {
		count: page.length,
		filters,
		limit,
		offset,
		sort,
		total: matching.length,
		waba_templates: page,
	};
}

/** A template as the list shows it. */
export function listItem({ account, profile }: World, template: Template) {
	const {
		id,
		externalId,
		parameterFormat,
		name,
		language,
		category,
		components,
		status,
		rejectedReason,
		quality,
		timeToLive,
	} = template;
	return {
		id,
		external_id: externalId,
		parameter_format: parameterFormat,
		name,
		language,
		category: category as string,
		components,
		namespace: account.namespace,
		status: profile.lowerCaseTemplateStatus ? status.toLowerCase() : (status as string),
		rejected_reason: rejectedReason,
		quality_score: { score: quality },
		...(timeToLive === undefined ? {} : { message_send_ttl_seconds: timeToLive }),
	};
}

function fits(world: World, item: Item, key: string, wanted: string | readonly string[]): boolean {
	const actual = FILTERS[key]?.(item, world);
	const values = typeof wanted === 'string' ? [wanted] : wanted;
	const ignoreCase = key === 'status' || key === 'category';
	return values.some((value) => (ignoreCase ? value.toLowerCase() : value) === actual);
}

function readFilters(text: string | null): Record<string, string | string[]> {
	if (text === null || text === '') return {};
	const read = filtersSchema.safeParse(parsed(text));
	if (!read.success) throw metaRefusal(400, 'filters must be a string that holds a JSON object of strings');
	const unknown = Object.keys(read.data).filter((key) => FILTERS[key] === undefined);
	if (unknown.length === 0) return read.data;
	throw metaRefusal(
		400,
		`filters: unknown ${unknown.join(', ')}; known are ${Object.keys(FILTERS).join(', ')}`,
	);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function sortKeys(text: string) {
	return text.split(',').map((part) => {
		const key = SORT_KEYS.find((known) => known === part);
		if (key === undefined) throw metaRefusal(400, `sort must be one of ${SORT_KEYS.join(', ')}, got ${part}`);
		return key;
	});
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
	const text = query.get(name);
	if (text === null) return otherwise;
	if (!/^\d+$/.test(text)) throw metaRefusal(400, `${name} must be a whole number from 0 on, got ${text}`);
	return Number(text);
}
