import * as z from 'zod';
import { maybe, platformErrorFields } from './common';

const plain = z.lazy(() => z.looseObject({ error: z.string() }));
const meta = z.lazy(() =>
	z.looseObject({
		meta: z.looseObject({
			success: z.boolean().optional(),
			http_code: z.number().optional(),
			developer_message: z.string().optional(),
			details: z.string().optional(),
		}),
	}),
);
const platform = z.lazy(() =>
	z.looseObject({
		error: z.looseObject({
			...platformErrorFields(),
			code: platformErrorFields().code.optional(),
			error_subcode: maybe(z.number().int()).catch(undefined),
		}),
	}),
);
const wrapped = z.lazy(() => z.looseObject({ detail: z.union([z.string(), z.looseObject({})]) }));

/** What an error body says, whichever of the four shapes it has. */
export interface ErrorBody {
	code?: number;
	/** Tells errors of one code apart. */
	subcode?: number;
	title?: string;
	details?: string;
}

/**
 * Reads the four error bodies of the gateway: `{ error: string }`, the meta object, the platform's own
 * `{ error: { message, code, error_data } }`, and any of them, or a text, inside of `detail` (docs/interface.md, Error
 * bodies). Anything else is an empty object.
 */
export function readErrorBody(body: unknown): ErrorBody {
	const asWrapped = wrapped.safeParse(body);
	if (asWrapped.success) {
		const { detail } = asWrapped.data;
		return typeof detail === 'string' ? { title: detail } : readErrorBody(detail);
	}
	const asPlatform = platform.safeParse(body);
	if (asPlatform.success) {
		const { code, error_subcode: subcode, title, message, error_data } = asPlatform.data.error;
		return {
			code,
			...(subcode !== undefined && { subcode }),
			title: title ?? message,
			details: error_data?.details ?? (title ? message : undefined),
		};
	}
	const asMeta = meta.safeParse(body);
	if (asMeta.success) return { title: asMeta.data.meta.developer_message, details: asMeta.data.meta.details };
	const asPlain = plain.safeParse(body);
	if (asPlain.success) return { title: asPlain.data.error };
	return {};
}
