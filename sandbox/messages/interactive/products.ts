import * as z from 'zod';
import { limits } from '../limits';
import { bodyShape, footerShape, shortBodyShape, shortFooterShape, textHeaderShape } from './common';

const item = z.object({ product_retailer_id: z.string().min(1) });

const sections = z
	.array(z.object({ title: z.string().max(limits.rowTitle).optional(), product_items: z.array(item).min(1) }))
	.min(1)
	.max(limits.productSections)
	.refine(
		(all) => all.reduce((count, { product_items: items }) => count + items.length, 0) <= limits.products,
		`at most ${limits.products} products in all`,
	);

/** Messages about products of a catalog. Facts 2026, §6. */
export const productShapes = [
	z.object({
		type: z.literal('product'),
		header: z.undefined({ error: 'a product message takes no header' }).optional(),
		body: bodyShape.optional(),
		footer: footerShape.optional(),
		action: item.extend({ catalog_id: z.string().min(1) }),
	}),
	z.object({
		type: z.literal('product_list'),
		header: textHeaderShape,
		body: bodyShape,
		footer: footerShape.optional(),
		action: z.object({ catalog_id: z.string().min(1), sections }),
	}),
	z.object({
		type: z.literal('catalog_message'),
		body: shortBodyShape,
		footer: shortFooterShape.optional(),
		action: z.object({
			name: z.literal('catalog_message'),
			parameters: z.object({ thumbnail_product_retailer_id: z.string().min(1) }).optional(),
		}),
	}),
] as const;
