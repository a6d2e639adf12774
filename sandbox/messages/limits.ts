import * as z from 'zod';

/** Lengths and counts of outgoing messages (docs/interface.md, Message types; Limits). */
export const limits = {
	callbackData: 512,
	textBody: 4096,
	caption: 1024,
	replyButtons: 3,
	replyId: 256,
	replyTitle: 20,
	listRows: 10,
	rowId: 200,
	rowTitle: 24,
	rowDescription: 72,
	listButton: 20,
	couponCode: 15,
	headerText: 60,
	body: 1024,
	listBody: 4096,
	footer: 60,
	flowLabel: 20,
	callMinutes: 43_200,
	callPayload: 512,
	products: 30,
	productSections: 10,
	cards: { min: 2, max: 10 },
	cardText: 160,
	cardLineBreaks: 2,
} as const;

const source = { id: z.string().min(1).optional(), link: z.string().min(1).optional() };
const hasOneSource = ({ id, link }: { id?: string | undefined; link?: string | undefined }) =>
	(id === undefined) !== (link === undefined);
const ONE_SOURCE = 'needs exactly one of id and link';

/** A media object: either an uploaded `id` or a public `link`, with an optional caption and file name. */
export const mediaShape = z
	.object({ ...source, caption: z.string().max(limits.caption).optional(), filename: z.string().optional() })
	.refine(hasOneSource, ONE_SOURCE);

/** The media object of an audio or a sticker (docs/interface.md, Message types). */
export const bareMediaShape = z
	.object({ ...source, caption: z.undefined({ error: 'this type takes no caption' }).optional() })
	.refine(hasOneSource, ONE_SOURCE);

/** Degrees, as a number or a text. */
export const degrees = (most: number) =>
	z
		.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
		.transform(Number)
		.pipe(z.number().min(-most).max(most));
