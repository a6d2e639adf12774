import * as z from 'zod';
import { platformError } from './common';

const plain = z.looseObject({ error: z.string() });
const meta = z.looseObject({
	meta: z.looseObject({
		success: z.boolean().optional(),
		http_code: z.number().optional(),
		developer_message: z.string().optional(),
		details: z.string().optional(),
	}),
});
const platform = z.looseObject({ error: platformError.partial({ code: true }) });

/** What an error body says, whichever of the three shapes it has. */
export interface ErrorBody {
	code?: number;
	title?: string;
	details?: string;
}

/**
 * Reads the three error bodies of the gateway: `{ error: string }` and the meta object (interface, Errors),
 * and the platform's own `{ error: { message, code, error_data } }` (platform-facts, section 1).
 * Anything else gives an empty object.
 */
export function readErrorBody(body: unknown): ErrorBody {
	const asPlatform = platform.safeParse(body);
	if (asPlatform.success) {
		const { code, title, message, error_data } = asPlatform.data.error;
		return { code, title: title ?? message, details: error_data?.details ?? (title ? message : undefined) };
	}
	const asMeta = meta.safeParse(body);
	if (asMeta.success) return { title: asMeta.data.meta.developer_message, details: asMeta.data.meta.details };
	const asPlain = plain.safeParse(body);
	if (asPlain.success) return { title: asPlain.data.error };
	return {};
}
