import * as z from 'zod';
import { CARD_LINE_BREAKS, REPLY_TITLE_LENGTH } from '../../message-limits';
import { CARD_BODY_LENGTH, CAROUSEL_CARDS } from '../../template-limits';
import { requestText } from '../request-text';
import { absent, bodyOf } from './around-content';
import { linkAction } from './choice-content';
import { mediaSource } from './plain-content';

const header = z.discriminatedUnion(
	'type',
	[
		z.looseObject({ type: z.literal('image'), image: mediaSource }),
		z.looseObject({ type: z.literal('video'), video: mediaSource }),
	],
	'needs a picture or a video',
);

const text = requestText(CARD_BODY_LENGTH).refine(
	(given) => given.split('\n').length <= CARD_LINE_BREAKS + 1,
	`has more than ${CARD_LINE_BREAKS} line breaks`,
);

const quickReply = z.looseObject({
	type: z.literal('quick_reply', "isn't quick_reply"),
	quick_reply: z.looseObject({ id: requestText(REPLY_TITLE_LENGTH), title: requestText(REPLY_TITLE_LENGTH) }),
});

/** A card has a link, or buttons to answer with. */
const action = z.looseObject({}, 'is missing').superRefine((given, context) => {
	const schema =
		'buttons' in given
			? z.looseObject({ buttons: z.array(quickReply, 'has no buttons').min(1, 'has no buttons') })
			: linkAction;
	for (const { path, message } of schema.safeParse(given).error?.issues ?? [])
		context.addIssue({ code: 'custom', path, message });
});

const mediaCard = z.looseObject({
	card_index: z.number('is missing').int().nonnegative(),
	header,
	body: z.looseObject({ text }).optional(),
	action,
});

const productCard = z.looseObject({
	card_index: z.number('is missing').int().nonnegative(),
	action: z.looseObject({ product_retailer_id: requestText(), catalog_id: requestText() }, 'is missing'),
});

const card = z.discriminatedUnion(
	'type',
	[mediaCard.extend({ type: z.literal('cta_url') }), productCard.extend({ type: z.literal('product') })],
	"isn't a card",
);

/** What all cards of a carousel have in common. */
function kindOf(one: z.output<typeof card>): string {
	if (one.type === 'product') return `products of ${one.action.catalog_id}`;
	const { buttons } = one.action as { buttons?: unknown[] };
	return buttons ? `${buttons.length} buttons` : 'a link';
}

/** Cards side by side (platform-facts-2026, section 6). */
export const carouselContent = z.looseObject({
	header: absent,
	footer: absent,
	body: bodyOf(),
	action: z.looseObject({
		cards: z
			.array(card, "isn't a list of cards")
			.min(CAROUSEL_CARDS.least, `has fewer than ${CAROUSEL_CARDS.least} cards`)
			.max(CAROUSEL_CARDS.most, `has more than ${CAROUSEL_CARDS.most} cards`)
			.refine(
				(cards) => new Set(cards.map(kindOf)).size === 1,
				'has cards with different buttons; all cards need the same kind and number of them',
			),
	}),
});
