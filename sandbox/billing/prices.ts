import * as z from 'zod';
import { OTHER } from './market-title';

/** What a message is charged as, beside those of groups and of free entry points (docs/interface.md, Prices). */
const categories = [
	'service',
	'utility',
	'marketing',
	'authentication',
	'authentication-international',
] as const;

export type PricedCategory = (typeof categories)[number];

/** What can have volume tiers. Service messages have the list price of utility, without its tiers (docs/interface.md, Prices). */
export const tieredCategories = ['utility', 'authentication', 'authentication-international'] as const;

export type TieredCategory = (typeof tieredCategories)[number];

/** From the `from`-th message of a month on, a message costs `price`. */
interface TierStep {
	from: number;
	price: number;
}

/**
 * What one delivered message costs, in whole millionths of `currency`: by country (ISO 3166 alpha-2, or `OTHER` for
 * all that aren't listed) and category. Without a price for `service`, that of `utility` counts. Messages to groups
 * cost as much as others for each recipient.
 *
 * `tiers`: after so many charged messages of the portfolio in a calendar month, the next ones are cheaper. Those before
 * stay at their price. Messages to groups have none.
 */
export interface PriceTable {
	currency: string;
	markets: Record<string, Partial<Record<PricedCategory, number>>>;
	tiers?: Record<string, Partial<Record<TieredCategory, TierStep[]>>>;
}

const market = z.string().regex(/^([A-Z]{2}|OTHER)$/, 'must be a country such as DE, or OTHER');
const price = z.number().int().min(0);
const steps = z
	.array(z.strictObject({ from: z.number().int().min(2), price }))
	.min(1)
	.refine(
		(all) => all.every(({ from }, index) => index === 0 || from > all[index - 1]!.from),
		'must be in the order of from, which is different in each',
	);

export const priceTableSchema: z.ZodType<PriceTable> = z
	.strictObject({
		currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR'),
		markets: z.record(market, z.partialRecord(z.enum(categories), price)),
		tiers: z.record(market, z.partialRecord(z.enum(tieredCategories), steps)).optional(),
	})
	.superRefine(({ markets, tiers = {} }, context) => {
		for (const [row, ofCategories] of Object.entries(tiers)) {
			for (const category of Object.keys(ofCategories) as TieredCategory[]) {
				if (markets[row]?.[category] !== undefined) continue;
				const message = `needs a list price in markets.${row}.${category}, which counts up to the first tier`;
				context.addIssue({ code: 'custom', path: ['tiers', row, category], message });
			}
		}
	});

/** The row of a table that has the prices of a country. */
export const rowOf = ({ markets }: PriceTable, country: string): string =>
	markets[country] === undefined ? OTHER : country;

/** The list price of a message, in millionths. `null` if the table has none. */
export function priceIn(prices: PriceTable, country: string, category: string): number | null {
	const row = prices.markets[rowOf(prices, country)] ?? {};
	const name = category.replace(/^group_/, '') as PricedCategory;
	return row[name] ?? (name === 'service' ? row.utility : undefined) ?? null;
}
