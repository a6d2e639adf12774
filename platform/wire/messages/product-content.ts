import * as z from 'zod';
import {
	INTERACTIVE_HEADER_LENGTH,
	PRODUCT_SECTIONS,
	PRODUCTS,
	SECTION_TITLE_LENGTH,
} from '../../message-limits';
import { optionalText, requestText } from '../request-text';
import { absent, around, bodyOf, namedAction } from './around-content';

const product = z.looseObject({ product_retailer_id: requestText() });

const sections = z
	.array(
		z.looseObject({
			title: optionalText(SECTION_TITLE_LENGTH),
			product_items: z.array(product, 'has no products').min(1, 'has no products'),
		}),
		"isn't a list of sections",
	)
	.min(1, 'has no sections')
	.max(PRODUCT_SECTIONS, `has more than ${PRODUCT_SECTIONS} sections`)
	.refine(
		(all) => all.flatMap(({ product_items: products }) => products).length <= PRODUCTS,
		`has more than ${PRODUCTS} products in total`,
	)
	.refine((all) => all.length === 1 || all.every(({ title }) => title), 'needs a title for each section');

/** Messages about products of a catalog (platform-facts-2026, section 6). */
export const productContents = {
	product: z.looseObject({
		...around(),
		header: absent,
		body: bodyOf().optional(),
		action: product.extend({ catalog_id: requestText() }),
	}),
	product_list: z.looseObject({
		...around(),
		header: z.looseObject(
			{ type: z.literal('text', "isn't a text"), text: requestText(INTERACTIVE_HEADER_LENGTH) },
			'is missing',
		),
		action: z.looseObject({ catalog_id: requestText(), sections }),
	}),
	catalog_message: z.looseObject({ ...around(), header: absent, action: namedAction('catalog_message') }),
} as const;
