import * as z from 'zod';
import { granularities, pricingAnalytics } from '../billing/analytics';
import { billOf } from '../billing/bill';
import { tieredCategories } from '../billing/prices';
import { countVolume } from '../billing/tiers';
import { method } from './method';

const period = z
	.strictObject({
		month: z
			.string()
			.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')
			.optional(),
	})
	.optional();

const seconds = z.number().int().min(0);

const query = z.strictObject({ start: seconds, end: seconds, granularity: z.enum(granularities) });

const delivered = z.strictObject({
	market: z.string().regex(/^[A-Z]{2}$/, 'must be a country such as DE'),
	category: z.enum(tieredCategories),
	messages: z.number().int().min(1),
});

/** What happens elsewhere in the portfolio. */
export const portfolioMethods = {
	portfolioDelivers: method(['delivered'], z.tuple([delivered]), (world, { messages, ...kind }) =>
		countVolume(world, kind, messages),
	),
} as const;

/** What the platform charges. */
export const billingRecords = {
	bill: method(['period'], z.tuple([period]), (world, { month } = {}) => billOf(world, month)),
	pricingAnalytics: method(['query'], z.tuple([query]), pricingAnalytics),
} as const;
