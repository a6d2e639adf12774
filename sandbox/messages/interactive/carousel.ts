import * as z from 'zod';
import { limits } from '../limits';
import { mediaShape } from '../media-shape';
import { shortBodyShape, urlAction } from './common';

const cardText = z
	.string()
	.min(1)
	.max(limits.cardText)
	.refine((text) => text.split('\n').length <= limits.cardLineBreaks + 1, 'too many line breaks');

const header = z.discriminatedUnion('type', [
	z.object({ type: z.literal('image'), image: mediaShape }),
	z.object({ type: z.literal('video'), video: mediaShape }),
]);

const quickReplies = z.object({
	buttons: z
		.array(
			z.object({
				type: z.literal('quick_reply'),
				quick_reply: z.object({
					id: z.string().min(1).max(limits.replyTitle),
					title: z.string().min(1).max(limits.replyTitle),
				}),
			}),
		)
		.min(1),
});

const card = z.discriminatedUnion('type', [
	z.object({
		card_index: z.number().int().min(0),
		type: z.literal('cta_url'),
		header,
		body: z.object({ text: cardText }).optional(),
		action: z.union([urlAction, quickReplies]),
	}),
	z.object({
		card_index: z.number().int().min(0),
		type: z.literal('product'),
		action: z.object({ product_retailer_id: z.string().min(1), catalog_id: z.string().min(1) }),
	}),
]);

type Card = z.output<typeof card>;

/** Two to ten cards with the same buttons, or products of one catalog. Facts 2026, §6. */
export const carouselShape = z.object({
	type: z.literal('carousel'),
	header: z.undefined({ error: 'a carousel takes no header' }).optional(),
	footer: z.undefined({ error: 'a carousel takes no footer' }).optional(),
	body: shortBodyShape,
	action: z.object({
		cards: z
			.array(card)
			.min(limits.cards.min)
			.max(limits.cards.max)
			.refine((cards) => new Set(cards.map(kindOf)).size === 1, 'all cards must have the same buttons'),
	}),
});

function kindOf(one: Card): string {
	if (one.type === 'product') return `product of ${one.action.catalog_id}`;
	return 'buttons' in one.action ? `${one.action.buttons.length} quick replies` : 'cta_url';
}
