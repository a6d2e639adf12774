import * as z from 'zod';

/** The webhook configuration; a number without one answers null, an empty string or no url. */
export interface WebhookConfiguration {
	url?: string | null;
	[field: string]: unknown;
}

export const webhookConfiguration: z.ZodType<WebhookConfiguration> = z.looseObject({
	url: z.string().nullish(),
});
