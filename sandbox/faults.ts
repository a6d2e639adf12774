import * as z from 'zod';
import { errorFields, gatewayErrorKinds } from './gateway-errors';
import { customerAddress } from './identity';

const times = z.number().int().min(1);
/** A customer, however written, or a group. */
const recipient = z.string().transform((written) => customerAddress(written) ?? written);

/**
 * What goes wrong until the next call of `faults`, which replaces all faults. `faults({})` is a healthy gateway.
 *
 * | fault | effect |
 * | --- | --- |
 * | status | answers `code` with `body` instead of processing. `path` (default: every API path) and `times` limit it |
 * | error | refuses sends with the platform's error `code`. `to` and `times` limit it |
 * | error.form | `detail`: the error is in `{ detail: { error } }` |
 * | gatewayError | answers with an error of the gateway itself, without a code: `kind`, in `field` (meta, error, or detail). `path` and `times` limit it |
 * | delayMs | every answer of the API waits this long, in real time, after the request is processed |
 * | dropConnection | closes the connection of a request to `path` without processing it |
 * | loseAnswer | processes a request to `path`, then closes the connection without an answer |
 * | path | of dropConnection and loseAnswer, default `/messages` |
 * | duplicateWebhooks | delivers each event once more (true) or this many times more |
 * | reorderWebhooks | lets the second of two events of a conversation overtake the first |
 * | failStatus | accepts a message, then reports it as `failed` with `code`. `to` limits it to one recipient |
 * | skipDelivered | sends no `delivered` status |
 * | notOnPlatform | recipients that answer 131026 |
 * | pairRate | answers 131056 after a burst of 45 messages to one recipient, then allows 1 every 6 s |
 * | rate | the share of occasions, from 0 to 1, on which a fault strikes. Default 1. Not for delayMs, reorderWebhooks, and lists |
 * | seed | the seed of the chance behind `rate`. The same seed brings the same faults |
 * | times | how many requests dropConnection, loseAnswer and failStatus hit; default all |
 */
export const faultsSchema = z.strictObject({
	status: z
		.strictObject({
			path: z.string().optional(),
			code: z.number().int().min(100).max(599),
			body: z.unknown().optional(),
			times: times.optional(),
		})
		.optional(),
	error: z
		.strictObject({
			code: z.number().int(),
			details: z.string().optional(),
			form: z.enum(['error', 'detail']).optional(),
			to: recipient.optional(),
			times: times.optional(),
		})
		.optional(),
	gatewayError: z
		.strictObject({
			kind: z.enum(gatewayErrorKinds),
			field: z.enum(errorFields).optional(),
			path: z.string().optional(),
			times: times.optional(),
		})
		.optional(),
	delayMs: z.number().min(0).optional(),
	dropConnection: z.boolean().optional(),
	loseAnswer: z.boolean().optional(),
	path: z.string().optional(),
	duplicateWebhooks: z.union([z.boolean(), times]).optional(),
	reorderWebhooks: z.boolean().optional(),
	failStatus: z
		.strictObject({ code: z.number().int(), title: z.string().optional(), to: recipient.optional() })
		.optional(),
	skipDelivered: z.boolean().optional(),
	notOnPlatform: z.array(recipient).optional(),
	pairRate: z.boolean().optional(),
	rate: z.number().min(0).max(1).optional(),
	seed: z.number().int().optional(),
	times: times.optional(),
});

export type Faults = z.infer<typeof faultsSchema>;
