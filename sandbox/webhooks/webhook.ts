import * as z from 'zod';

/** Where events go. The gateway sends `headers` with every delivery. Facts, §1. */
export const webhookSchema = z.object({
	url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
	headers: z.record(z.string(), z.string()).optional(),
});

export type Webhook = z.infer<typeof webhookSchema>;
