import type * as z from 'zod';
import type { Problem } from './problem';
import { error } from './problem';

/** A path as people write it: `rules[2].conditions`. */
const written = (path: PropertyKey[]) =>
	path.reduce<string>(
		(text, key) => text + (typeof key === 'number' ? `[${key}]` : `${text && '.'}${String(key)}`),
		'',
	);

/** What is wrong with the form of a document. */
export function problemsOfForm(form: z.ZodType, document: unknown): Problem[] {
	const issues = form.safeParse(document).error?.issues ?? [];
	return issues.map(({ path, message }) => error(written(path), message));
}
