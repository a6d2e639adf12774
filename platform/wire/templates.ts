import * as z from 'zod';
import { anyId, maybe } from './common';

/** A component of a template's definition (docs/interface.md, Template components). */
export interface TemplateComponent {
	type: string;
	[field: string]: unknown;
}

/** A template as it is created: one language a call (docs/interface.md, Templates). */
export interface TemplateDefinition {
	name: string;
	language: string;
	/** UTILITY, MARKETING or AUTHENTICATION. */
	category: string;
	components: TemplateComponent[];
	/** POSITIONAL by default. */
	parameter_format?: string;
	/** A message that isn't delivered by then is dropped. Seconds, or -1 for 30 days */
	message_send_ttl_seconds?: number;
}

/** What of a template can be edited. The interface does not show the body: as the platform has it. */
export type TemplateChange = Partial<
	Pick<TemplateDefinition, 'category' | 'components' | 'message_send_ttl_seconds'>
>;

const TEMPLATE_ORDERS = ['id', 'name', 'status'] as const;

/** Where a page of the template list begins, how long it is, and in which order (docs/interface.md, Templates). */
export interface TemplatePageQuery {
	/** 1,000 by default. */
	limit?: number;
	/** 0 by default. */
	offset?: number;
	sort?: (typeof TEMPLATE_ORDERS)[number];
}

const WHOLE = "isn't a whole number from 0 on";

/** A number. Its digits count as well: that is how expressions of n8n may have it. */
const count = () => z.coerce.number(WHOLE).int(WHOLE).nonnegative(WHOLE).optional();

export const templatePageQuery = z.lazy(() =>
	z.object({
		limit: count(),
		offset: count(),
		sort: z.enum(TEMPLATE_ORDERS, { error: `is none of ${TEMPLATE_ORDERS.join(', ')}` }).optional(),
	}),
);

/** Components of a listed template; one that cannot be read hides no other. */
const listedComponents = z.lazy(() =>
	z
		.array(z.unknown())
		.transform((parts) =>
			parts.flatMap((part) => z.looseObject({ type: z.string() }).safeParse(part).data ?? []),
		),
);

/**
 * One item of the template list (docs/interface.md, Templates). Fields that a provider leaves out, or has as null, stay
 * out.
 */
export interface TemplateItem {
	name: string;
	language: string;
	category?: string;
	components?: TemplateComponent[];
	namespace?: string | null;
	status?: string;
	rejected_reason?: string | null;
	id?: string;
	external_id?: string;
	quality_score?: { score?: string; [field: string]: unknown } | string | null;
	[field: string]: unknown;
}

const templateItem: z.ZodType<TemplateItem> = z.lazy(() =>
	z.looseObject({
		name: z.string().min(1),
		language: z.string().min(1),
		category: maybe(z.string()).catch(undefined).optional(),
		components: maybe(listedComponents).catch(undefined).optional(),
		namespace: z.string().nullish(),
		status: maybe(z.string()).catch(undefined).optional(),
		rejected_reason: z.string().nullish(),
		id: maybe(anyId).catch(undefined).optional(),
		external_id: maybe(anyId).catch(undefined).optional(),
		quality_score: z
			.union([z.looseObject({ score: z.string().optional() }), z.string()])
			.nullish()
			.catch(undefined),
	}),
);

/** The quality rating of a template, in either way it is written. */
export function qualityOf({ quality_score: score }: Pick<TemplateItem, 'quality_score'>): string | undefined {
	return typeof score === 'string' ? score : score?.score;
}

/**
 * The answer of the template list (docs/interface.md, Templates). An item that cannot be read is left out and counted:
 * one broken template hides no other.
 */
export interface TemplateList {
	/** Templates on this page. */
	count?: number;
	/** Templates in all. */
	total?: number;
	limit?: number;
	offset?: number;
	filters?: unknown;
	sort?: unknown;
	waba_templates: TemplateItem[];
	/** How many items were left out. */
	unreadable: number;
	[field: string]: unknown;
}

export const templateList: z.ZodType<TemplateList> = z.lazy(() =>
	z
		.looseObject({
			count: z.number().optional(),
			total: z.number().optional(),
			limit: z.number().optional(),
			offset: z.number().optional(),
			filters: z.unknown().optional(),
			sort: z.unknown().optional(),
			waba_templates: z.array(z.unknown()),
		})
		.transform(({ waba_templates: given, ...page }) => {
			const items = given.flatMap((item) => templateItem.safeParse(item).data ?? []);
			return { ...page, waba_templates: items, unreadable: given.length - items.length };
		}),
);

/**
 * The answer to a creation: the template's fields with status `submitted`, or a short object with id, status and
 * category (docs/interface.md, Templates).
 */
export interface TemplateCreated {
	id?: string;
	external_id?: string;
	status?: string;
	category?: string;
	rejected_reason?: string;
	[field: string]: unknown;
}

export const templateCreated: z.ZodType<TemplateCreated> = z.lazy(() =>
	z.looseObject({
		id: maybe(anyId),
		external_id: maybe(anyId),
		status: maybe(z.string()),
		category: maybe(z.string()),
		rejected_reason: maybe(z.string()),
	}),
);

/** The answer to an edit. The interface shows none: whatever it says of the template. */
export interface TemplateEdited {
	success?: boolean;
	status?: string;
	category?: string;
	[field: string]: unknown;
}

export const templateEdited: z.ZodType<TemplateEdited> = z.lazy(() =>
	z.looseObject({
		success: maybe(z.boolean()),
		status: maybe(z.string()),
		category: maybe(z.string()),
	}),
);

/** The answer to a deletion (docs/interface.md, Templates). */
export const templateDeleted = z.lazy(() =>
	z.looseObject({
		meta: z.looseObject({
			success: z.boolean(),
			developer_message: maybe(z.string()),
			http_code: maybe(z.number()),
		}),
	}),
);
