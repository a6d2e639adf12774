import * as z from 'zod';

/** What a message is charged as, beside those of groups and of free entry points (docs/interface.md, Prices). */
const categories = [
	'service',
	'utility',
	'marketing',
	'authentication',
	'authentication-international',
] as const;

type PricedCategory = (typeof categories)[number];

/** The market of all countries that a table doesn't list (docs/interface.md, Prices). */
const OTHER = 'OTHER';

/**
 * What one delivered message costs, in whole millionths of `currency`: by country (ISO 3166 alpha-2, or `OTHER` for
 * all that aren't listed) and category. Without a price for `service`, that of `utility` counts. Messages to groups
 * cost as much as others for each recipient.
 */
export interface PriceTable {
	currency: string;
	markets: Record<string, Partial<Record<PricedCategory, number>>>;
}

export const priceTableSchema: z.ZodType<PriceTable> = z.strictObject({
	currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR'),
	markets: z.record(
		z.string().regex(/^([A-Z]{2}|OTHER)$/, 'must be a country such as DE, or OTHER'),
		z.partialRecord(z.enum(categories), z.number().int().min(0)),
	),
});

/** The list price of a message, in millionths. `null` if the table has none. */
export function priceIn({ markets }: PriceTable, market: string, category: string): number | null {
	const row = markets[market] ?? markets[OTHER] ?? {};
	const name = category.replace(/^group_/, '') as PricedCategory;
	return row[name] ?? (name === 'service' ? row.utility : undefined) ?? null;
}
