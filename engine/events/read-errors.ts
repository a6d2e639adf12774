import type { ErrorBody } from '../../platform';
import { platformError } from '../../platform';

/** The errors that can be read; one that cannot hides no other. */
export function readErrors(parts: unknown[] = []): Array<ErrorBody & { code: number }> {
	return parts.flatMap((part) => {
		const { success, data } = platformError.safeParse(part);
		if (!success) return [];
		return [{ code: data.code, title: data.title ?? data.message, details: data.error_data?.details }];
	});
}
