import * as z from 'zod';
import { emitAccountEvent } from '../account/account-events';
import { method } from './method';

const changed = z.strictObject({
	kind: z.string().min(1),
	value: z.record(z.string(), z.unknown()).optional(),
});

/** What happens to the account and its number. */
export const accountMethods = {
	accountEvent: method(['event'], z.tuple([changed]), (world, { kind, value }) =>
		emitAccountEvent(world, kind, value),
	),
} as const;
