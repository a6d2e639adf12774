import * as z from 'zod';

// Every schema is made when it is first needed (`z.lazy`): n8n loads all nodes when it starts, and most of them run
// later, or never.

/** Later than any date in seconds (the year 5138): a number beyond is in milliseconds. */
const LATEST_SECONDS = 99_999_999_999;

/**
 * A time, as the platform writes it in webhooks (a string) and in REST (a number), in Unix seconds. Some senders write
 * milliseconds.
 */
export const unixSeconds = z.lazy(() =>
	z
		.union([
			z.number().int().nonnegative(),
			z
				.string()
				.regex(/^\d{1,14}$/)
				.transform(Number),
		])
		.transform((time) => (time > LATEST_SECONDS ? Math.floor(time / 1_000) : time)),
);

/** An id that is an integer in webhooks and a string in REST. */
export const anyId = z.lazy(() => z.union([z.string().min(1), z.number().int().transform(String)]));

/** A field that may be left out or null. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
	schema.nullish().transform((value) => value ?? undefined);

/** The fixed product identifier, `whatsapp`, which many answers repeat. One that can't be read is left out. */
export const product = z.lazy(() => maybe(z.string()).catch(undefined));

/** A text; numbers count as written. */
export const anyText = z.lazy(() => z.union([z.string(), z.number().transform(String)]));

/** An error of the platform, as in answers, statuses, and join request results. */
export interface PlatformError {
	code: number;
	title?: string;
	message?: string;
	error_data?: { details?: string; [field: string]: unknown };
	[field: string]: unknown;
}

export const platformErrorFields = () => ({
	code: z.union([
		z.number().int(),
		z
			.string()
			.regex(/^\d{1,9}$/)
			.transform(Number),
	]),
	title: maybe(anyText),
	message: maybe(anyText),
	error_data: maybe(z.looseObject({ details: maybe(anyText) })).catch(undefined),
});

export const platformError: z.ZodType<PlatformError> = z.lazy(() => z.looseObject(platformErrorFields()));

/** The answer to what is done or not (docs/interface.md, Groups; Media). */
export const successAnswer = z.lazy(() => z.looseObject({ success: z.boolean() }));

/** A text of a request that isn't empty and has at most `most` characters, if that is given. */
export function requestText(most?: number) {
	const filled = z.string({ error: 'is missing' }).trim().min(1, 'is empty');
	return most === undefined ? filled : filled.refine(...atMost(most));
}

/**
 * A list of a request with at most `most` entries. Unlike zod's own limit, it leaves the entries checked, so that all
 * problems are told at once.
 * @param instead what to do about more, as a further sentence without its period
 */
export function atMostEntries(most: number, instead = '') {
	const fits = (all: readonly unknown[]) => all.length <= most;
	const error = ({ input }: { input?: unknown }) =>
		`has ${(input as unknown[]).length} entries, but only ${most} are allowed${instead && `. ${instead}`}`;
	return [fits, { error }] as const;
}

/** Longer links are cut where an error tells them. */
const TOLD = 100;

/** A URL of a request that the platform, or a phone, opens. */
export const webUrl = z.lazy(() =>
	z.url({
		protocol: /^https?$/,
		error: ({ input }) =>
			`isn't a URL with https:// or http:// at its beginning: "${String(input).slice(0, TOLD)}"`,
	}),
);

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
