import type { ErrorBody } from '../../platform';
import { platformError } from '../../platform';

/** How many errors of one event are kept: the platform names one or two. */
const MOST_ERRORS = 20;

interface Errors {
	errors: Array<ErrorBody & { code: number }>;
	/** How many more there were. */
	errorsDropped?: number;
}

/** The errors that can be read, up to `MOST_ERRORS`; one that cannot hides no other. */
export function readErrors(parts: unknown[] = []): Errors {
	const all = parts.flatMap((part) => {
		const { success, data } = platformError.safeParse(part);
		if (!success) return [];
		return [{ code: data.code, title: data.title ?? data.message, details: data.error_data?.details }];
	});
	const dropped = all.length - MOST_ERRORS;
	return { errors: all.slice(0, MOST_ERRORS), ...(dropped > 0 && { errorsDropped: dropped }) };
}
