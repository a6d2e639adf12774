import * as z from 'zod';
import { once } from '../../../base';
import {
	CALL_LABEL_LENGTH,
	CALL_MINUTES,
	CALL_PAYLOAD_LENGTH,
	CARD_LINE_BREAKS,
	FLOW_LABEL_LENGTH,
	INTERACTIVE_BODY_LENGTH,
	INTERACTIVE_FOOTER_LENGTH,
	INTERACTIVE_HEADER_LENGTH,
	LINK_LABEL_LENGTH,
	LIST_BODY_LENGTH,
	LIST_BUTTON_LENGTH,
	PRODUCT_SECTIONS,
	PRODUCTS,
	REPLY_TITLE_LENGTH,
	SECTION_TITLE_LENGTH,
} from '../../limits';
import { CARD_BODY_LENGTH, CAROUSEL_CARDS } from '../../template-limits';
import { atMostEntries, optionalText, requestText, webUrl } from '../common';
import { HAVE_TITLES, listSections, replyButtons } from './choices';
import { mediaSource } from './plain-content';

const textOf = (most: number) => z.looseObject({ text: requestText(most) }, 'is missing');

/** The body of an interactive message. */
const bodyOf = (most = INTERACTIVE_BODY_LENGTH) => textOf(most);

const imageHeader = z.lazy(() => z.looseObject({ type: z.literal('image'), image: mediaSource('image') }));
const videoHeader = z.lazy(() => z.looseObject({ type: z.literal('video'), video: mediaSource('video') }));

/** A text or a file above the body. */
const header = z.lazy(() =>
	z.discriminatedUnion(
		'type',
		[
			z.looseObject({ type: z.literal('text'), text: requestText(INTERACTIVE_HEADER_LENGTH) }),
			imageHeader,
			videoHeader,
			z.looseObject({ type: z.literal('document'), document: mediaSource('document') }),
		],
		'needs a text, a picture, a video, or a document',
	),
);

/** What is around the action of an interactive message (docs/interface.md, Message types). */
const around = (bodyLength = INTERACTIVE_BODY_LENGTH) => ({
	header: header.optional(),
	body: bodyOf(bodyLength),
	footer: textOf(INTERACTIVE_FOOTER_LENGTH).optional(),
});

/** A part that this type doesn't have. */
const absent = z.lazy(() => z.undefined({ error: "isn't allowed here" }).optional());

const onlyBody = () => ({ header: absent, body: bodyOf(), footer: absent });

/** An action that consists of its name. */
const namedAction = <Name extends string>(name: Name) =>
	z.looseObject({ name: z.literal(name, `isn't ${name}`) }, 'is missing');

/** A button that opens a link. */
const linkAction = z.lazy(() =>
	namedAction('cta_url').extend({
		parameters: z.looseObject({ display_text: requestText(LINK_LABEL_LENGTH), url: webUrl }),
	}),
);

/** Messages with buttons, a list, or a link (docs/interface.md, Message types). */
const choiceContents = once(() => ({
	button: z.looseObject({
		...around(),
		action: z.looseObject({ buttons: replyButtons }),
	}),
	list: z.looseObject({
		...around(LIST_BODY_LENGTH),
		action: z.looseObject({ button: requestText(LIST_BUTTON_LENGTH), sections: listSections }),
	}),
	cta_url: z.looseObject({ ...around(), action: linkAction }),
}));

const PICTOGRAPH = /\p{Extended_Pictographic}/u;

const flowParameters = z.lazy(() =>
	z
		.looseObject(
			{
				flow_message_version: z.string().optional(),
				flow_id: requestText().optional(),
				flow_name: requestText().optional(),
				flow_cta: requestText(FLOW_LABEL_LENGTH).refine((label) => !PICTOGRAPH.test(label), 'has an emoji'),
				flow_action: z
					.enum(['navigate', 'data_exchange'], 'is neither navigate nor data_exchange')
					.optional(),
				flow_action_payload: z.looseObject({ screen: requestText() }).optional(),
			},
			'is missing',
		)
		.refine(
			({ flow_id: id, flow_name: name }) => (id === undefined) !== (name === undefined),
			'needs exactly one of flow_id and flow_name',
		)
		.refine(
			({ flow_action: action, flow_action_payload: payload }) =>
				payload === undefined || action === undefined || action === 'navigate',
			'has data for a first screen, which only the action navigate opens',
		),
);

const CALL_TIME = `isn't a whole number from ${CALL_MINUTES.least} to ${CALL_MINUTES.most}`;

const callParameters = z.lazy(() =>
	z.looseObject({
		display_text: requestText(CALL_LABEL_LENGTH).optional(),
		ttl_minutes: z
			.int(CALL_TIME)
			.min(CALL_MINUTES.least, CALL_TIME)
			.max(CALL_MINUTES.most, CALL_TIME)
			.optional(),
		payload: optionalText(CALL_PAYLOAD_LENGTH),
	}),
);

/**
 * Messages that ask for something: a form, a place, a contact, an address, a call (docs/interface.md, Message types).
 */
const requestContents = once(() => ({
	flow: z.looseObject({ ...around(), action: namedAction('flow').extend({ parameters: flowParameters }) }),
	location_request_message: z.looseObject({ ...onlyBody(), action: namedAction('send_location') }),
	request_contact_info: z.looseObject({ ...onlyBody(), action: namedAction('request_contact_info') }),
	address_message: z.looseObject({
		...around(),
		action: namedAction('address_message').extend({
			parameters: z.looseObject(
				{
					country: z
						.string('is missing')
						.regex(/^[A-Z]{2}$/, "isn't a country (two capital letters, for example IN)"),
				},
				'is missing',
			),
		}),
	}),
	voice_call: z.looseObject({
		...around(),
		action: namedAction('voice_call').extend({ parameters: callParameters.optional() }),
	}),
	call_permission_request: z.looseObject({
		...onlyBody(),
		body: bodyOf().optional(),
		action: namedAction('call_permission_request'),
	}),
}));

const NO_PRODUCTS = 'is empty: add at least one product';

const productSections = z.lazy(() =>
	z
		.array(
			z.looseObject({
				title: optionalText(SECTION_TITLE_LENGTH),
				product_items: z
					.array(z.looseObject({ product_retailer_id: requestText() }), NO_PRODUCTS)
					.min(1, NO_PRODUCTS),
			}),
			"isn't a list of sections",
		)
		.min(1, 'is empty: add at least one section')
		.refine(...atMostEntries(PRODUCT_SECTIONS))
		.superRefine((all, context) => {
			const { length } = all.flatMap(({ product_items: products }) => products);
			if (length <= PRODUCTS) return;
			const message = `has ${length} products in total, but only ${PRODUCTS} are allowed`;
			context.addIssue({ code: 'custom', message });
		})
		.refine(...HAVE_TITLES),
);

/** Messages about products of a catalog (docs/interface.md, Message types). */
const productContents = once(() => ({
	product: z.looseObject({
		...around(),
		header: absent,
		body: bodyOf().optional(),
		action: z.looseObject({ product_retailer_id: requestText(), catalog_id: requestText() }),
	}),
	product_list: z.looseObject({
		...around(),
		header: z.looseObject(
			{ type: z.literal('text', "isn't a text"), text: requestText(INTERACTIVE_HEADER_LENGTH) },
			'is missing',
		),
		action: z.looseObject({ catalog_id: requestText(), sections: productSections }),
	}),
	catalog_message: z.looseObject({ ...around(), header: absent, action: namedAction('catalog_message') }),
}));

const cardHeader = z.lazy(() =>
	z.discriminatedUnion('type', [imageHeader, videoHeader], 'needs a picture or a video'),
);

const cardText = z.lazy(() =>
	requestText(CARD_BODY_LENGTH).refine(
		(given) => given.split('\n').length <= CARD_LINE_BREAKS + 1,
		`has more than ${CARD_LINE_BREAKS} line breaks`,
	),
);

const quickReply = z.lazy(() =>
	z.looseObject({
		type: z.literal('quick_reply', "isn't quick_reply"),
		quick_reply: z.looseObject({
			id: requestText(REPLY_TITLE_LENGTH),
			title: requestText(REPLY_TITLE_LENGTH),
		}),
	}),
);

const quickReplies = z.lazy(() =>
	z
		.array(quickReply, 'is empty: add at least one button')
		.min(1, 'is empty: add at least one button')
		.refine(
			(all) => new Set(all.map(({ quick_reply: { title } }) => title)).size === all.length,
			'has two buttons with the same title',
		),
);

/** A card has a link, or buttons to answer with. */
const cardAction = z.lazy(() =>
	z.looseObject({}, 'is missing').superRefine((given, context) => {
		const schema = 'buttons' in given ? z.looseObject({ buttons: quickReplies }) : linkAction;
		for (const { path, message } of schema.safeParse(given).error?.issues ?? [])
			context.addIssue({ code: 'custom', path, message });
	}),
);

const mediaCard = () =>
	z.looseObject({
		card_index: z.number('is missing').int().nonnegative(),
		header: cardHeader,
		body: z.looseObject({ text: cardText }).optional(),
		action: cardAction,
	});

const productCard = () =>
	z.looseObject({
		card_index: z.number('is missing').int().nonnegative(),
		action: z.looseObject({ product_retailer_id: requestText(), catalog_id: requestText() }, 'is missing'),
	});

const card = z.lazy(() =>
	z.discriminatedUnion(
		'type',
		[
			mediaCard().extend({ type: z.literal('cta_url') }),
			productCard().extend({ type: z.literal('product') }),
		],
		"isn't a card",
	),
);

/** What all cards of a carousel have in common. */
function kindOf(one: z.output<typeof card>): string {
	if (one.type === 'product') return `products of ${one.action.catalog_id}`;
	const { buttons } = one.action as { buttons?: unknown[] };
	return buttons ? `${buttons.length} buttons` : 'a link';
}

/** Cards side by side (docs/interface.md, Message types). */
const carouselContent = z.lazy(() =>
	z.looseObject({
		...onlyBody(),
		action: z.looseObject({
			cards: z
				.array(card, "isn't a list of cards")
				.refine((all) => all.length >= CAROUSEL_CARDS.least, {
					error: ({ input }) =>
						`has ${(input as unknown[]).length === 0 ? 'no entries' : '1 entry'}, but needs at least ${CAROUSEL_CARDS.least}`,
				})
				.refine(...atMostEntries(CAROUSEL_CARDS.most))
				.refine(
					(all) => new Set(all.map(kindOf)).size <= 1,
					'needs the same kind and number of buttons on each card, or products of one catalog',
				),
		}),
	}),
);

/** Interactive messages by type. */
export const interactiveContents = once(() => ({
	...choiceContents(),
	...requestContents(),
	...productContents(),
	carousel: carouselContent,
}));
