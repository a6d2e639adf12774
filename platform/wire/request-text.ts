import * as z from 'zod';

/** A text of a request that isn't empty and has at most `most` characters, if that is given. */
export function requestText(most?: number) {
	const filled = z.string({ error: 'is missing' }).trim().min(1, 'is empty');
	return most === undefined ? filled : filled.refine(...atMost(most));
}

/** A text of a request that may be empty. */
export function optionalText(most: number) {
	return z
		.string({ error: "isn't a text" })
		.refine(...atMost(most))
		.optional();
}

/** Counted in characters as people see them in code points, not in UTF-16 units. */
function atMost(most: number) {
	const fits = (text: string) => [...text].length <= most;
	const error = ({ input }: { input?: unknown }) =>
		`has ${[...String(input)].length} characters, but only ${most} are allowed`;
	return [fits, { error }] as const;
}
