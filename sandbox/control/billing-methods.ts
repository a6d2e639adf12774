import * as z from 'zod';
import { billOf } from '../billing/bill';
import { method } from './method';

const period = z
	.strictObject({
		month: z
			.string()
			.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')
			.optional(),
	})
	.optional();

/** What the platform charges. */
export const billingRecords = {
	bill: method(['period'], z.tuple([period]), (world, { month } = {}) => billOf(world, month)),
} as const;
