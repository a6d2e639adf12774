import * as z from 'zod';

/** The webhook configuration; a number without one answers null, an empty string or no url. */
export const webhookConfiguration = z.looseObject({ url: z.string().nullish() });
export type WebhookConfiguration = z.infer<typeof webhookConfiguration>;
