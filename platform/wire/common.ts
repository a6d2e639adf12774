import { z } from 'zod';

/** Unix seconds, as the platform writes them in webhooks (a string) and in REST (a number). */
export const unixSeconds = z.union([
	z.number().int().nonnegative(),
	z
		.string()
		.regex(/^\d{1,12}$/)
		.transform(Number),
]);

/** An id that is an integer in webhooks and a string in REST. */
export const anyId = z.union([z.string().min(1), z.number().int().transform(String)]);

/** An error of the platform, as it stands in answers, in statuses and in join request results. */
export const platformError = z.looseObject({
	code: z.number().int(),
	title: z.string().optional(),
	message: z.string().optional(),
	error_data: z.looseObject({ details: z.string().optional() }).optional(),
});
export type PlatformError = z.infer<typeof platformError>;
