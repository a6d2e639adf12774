import * as z from 'zod';
import { limits, mediaShape } from './limits';

const bodyShape = z.object({ text: z.string().min(1).max(limits.body) });
const listBodyShape = z.object({ text: z.string().min(1).max(limits.listBody) });
const footerShape = z.object({ text: z.string().min(1).max(limits.footer) });

const textHeaderShape = z.object({ type: z.literal('text'), text: z.string().min(1).max(limits.headerText) });
const imageHeaderShape = z.object({ type: z.literal('image'), image: mediaShape });
const videoHeaderShape = z.object({ type: z.literal('video'), video: mediaShape });
const documentHeaderShape = z.object({ type: z.literal('document'), document: mediaShape });
const headerShape = z.discriminatedUnion('type', [
	textHeaderShape,
	imageHeaderShape,
	videoHeaderShape,
	documentHeaderShape,
]);

/** A part that a type of message doesn't have (docs/interface.md, Message types). */
const without = (part: string) => z.undefined({ error: `this type takes no ${part}` }).optional();
const onlyBody = { header: without('header'), body: bodyShape, footer: without('footer') };

/** What most interactive messages have besides their action (docs/interface.md, Message types). */
const common = { header: headerShape.optional(), body: bodyShape, footer: footerShape.optional() };

const replyButton = z.object({
	id: z.string().min(1).max(limits.replyId),
	title: z.string().min(1).max(limits.replyTitle),
});

const urlAction = z.object({
	name: z.literal('cta_url'),
	parameters: z.object({ display_text: z.string().min(1).max(limits.replyTitle), url: z.url() }),
});

const listSection = z.object({
	title: z.string().max(limits.rowTitle).optional(),
	rows: z
		.array(
			z.object({
				id: z.string().min(1).max(limits.rowId),
				title: z.string().min(1).max(limits.rowTitle),
				description: z.string().max(limits.rowDescription).optional(),
			}),
		)
		.min(1),
});

const listAction = z
	.object({
		button: z.string().min(1).max(limits.listButton),
		sections: z.array(listSection).min(1),
	})
	.refine(
		({ sections }) => sections.reduce((rows, { rows: { length } }) => rows + length, 0) <= limits.listRows,
		`at most ${limits.listRows} rows in all`,
	);

/** Buttons that can be told apart: all IDs differ, and all titles (docs/interface.md, Message types). */
const replyButtons = z
	.array(z.object({ type: z.literal('reply'), reply: replyButton }))
	.min(1)
	.max(limits.replyButtons)
	.refine((all) => differ(all.map(({ reply }) => reply.id)), 'two buttons have the same id')
	.refine((all) => differ(all.map(({ reply }) => reply.title)), 'two buttons have the same title');

/** Messages whose answer is a choice: reply buttons and lists (docs/interface.md, Message types). */
const choiceShapes = [
	z.object({ type: z.literal('button'), ...common, action: z.object({ buttons: replyButtons }) }),
	z.object({ type: z.literal('list'), ...common, body: listBodyShape, action: listAction }),
] as const;

const named = (name: string) => z.object({ name: z.literal(name) });

/** The form that a flow's button opens, by its ID or name (docs/interface.md, Message types). */
const flowParameters = z
	.looseObject({
		flow_id: z.string().min(1).optional(),
		flow_name: z.string().min(1).optional(),
		flow_cta: z
			.string()
			.min(1)
			.max(limits.flowLabel)
			.regex(/^\P{Extended_Pictographic}*$/u, 'a label has no emoji'),
		flow_action: z.enum(['navigate', 'data_exchange']).optional(),
		flow_action_payload: z.looseObject({ screen: z.string().min(1) }).optional(),
	})
	.refine(
		({ flow_id: id, flow_name: name }) => (id === undefined) !== (name === undefined),
		'needs exactly one of flow_id and flow_name',
	)
	.refine(
		({ flow_action: action, flow_action_payload: payload }) =>
			action !== 'data_exchange' || payload === undefined,
		'only navigate takes a flow_action_payload',
	);

/** Messages that ask for an act: open a page or a flow, call, share a location, a phone number, or an address. */
const requestShapes = [
	z.object({ type: z.literal('cta_url'), ...common, action: urlAction }),
	z.object({
		type: z.literal('location_request_message'),
		...onlyBody,
		action: named('send_location'),
	}),
	z.object({
		type: z.literal('flow'),
		...common,
		action: named('flow').extend({ parameters: flowParameters }),
	}),
	z.object({
		type: z.literal('voice_call'),
		...common,
		action: named('voice_call').extend({
			parameters: z
				.object({
					display_text: z.string().min(1).max(limits.replyTitle).optional(),
					ttl_minutes: z.number().int().min(1).max(limits.callMinutes).optional(),
					payload: z.string().max(limits.callPayload).optional(),
				})
				.optional(),
		}),
	}),
	z.object({
		type: z.literal('call_permission_request'),
		...onlyBody,
		body: bodyShape.optional(),
		action: named('call_permission_request'),
	}),
	z.object({
		type: z.literal('request_contact_info'),
		...onlyBody,
		action: named('request_contact_info'),
	}),
	z.object({
		type: z.literal('address_message'),
		...common,
		action: named('address_message').extend({ parameters: z.looseObject({ country: z.string().length(2) }) }),
	}),
] as const;

const product = z.object({ product_retailer_id: z.string().min(1) });

const productSections = z
	.array(
		z.object({ title: z.string().max(limits.rowTitle).optional(), product_items: z.array(product).min(1) }),
	)
	.min(1)
	.max(limits.productSections)
	.refine(
		(all) => all.reduce((count, { product_items: items }) => count + items.length, 0) <= limits.products,
		`at most ${limits.products} products in all`,
	);

/** Messages about products of a catalog (docs/interface.md, Message types). */
const productShapes = [
	z.object({
		type: z.literal('product'),
		header: without('header'),
		body: bodyShape.optional(),
		footer: footerShape.optional(),
		action: product.extend({ catalog_id: z.string().min(1) }),
	}),
	z.object({
		type: z.literal('product_list'),
		header: textHeaderShape,
		body: bodyShape,
		footer: footerShape.optional(),
		action: z.object({ catalog_id: z.string().min(1), sections: productSections }),
	}),
	z.object({
		type: z.literal('catalog_message'),
		header: without('header'),
		body: bodyShape,
		footer: footerShape.optional(),
		action: z.object({
			name: z.literal('catalog_message'),
			parameters: z.object({ thumbnail_product_retailer_id: z.string().min(1) }).optional(),
		}),
	}),
] as const;

const cardText = z
	.string()
	.min(1)
	.max(limits.cardText)
	.refine((text) => text.split('\n').length <= limits.cardLineBreaks + 1, 'too many line breaks');

const cardHeader = z.discriminatedUnion('type', [imageHeaderShape, videoHeaderShape]);

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
		header: cardHeader,
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

/** Two to ten cards with the same buttons, or products of one catalog (docs/interface.md, Message types). */
const carouselShape = z.object({
	type: z.literal('carousel'),
	...onlyBody,
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

function differ(texts: readonly string[]): boolean {
	return new Set(texts).size === texts.length;
}

/** `interactive` of an interactive message (docs/interface.md, Message types). */
export const interactiveShape = z.discriminatedUnion('type', [
	...choiceShapes,
	...requestShapes,
	...productShapes,
	carouselShape,
]);
