import * as z from 'zod';
import { limits } from '../limits';

export const bodyShape = z.object({ text: z.string().min(1) });
export const footerShape = z.object({ text: z.string().min(1) });

/** Body and footer of carousels and catalogs. Facts 2026, §6. */
export const shortBodyShape = z.object({ text: z.string().min(1).max(limits.shortBody) });
export const shortFooterShape = z.object({ text: z.string().min(1).max(limits.shortFooter) });

const textHeader = z.object({
	type: z.literal('text'),
	text: z.string().min(1),
});
const mediaHeader = z.looseObject({ type: z.enum(['image', 'video', 'document']) });

/** A header of text or media. */
const headerShape = z.discriminatedUnion('type', [textHeader, mediaHeader]);
export const textHeaderShape = textHeader;

/** What most interactive messages have besides their action. Facts, §5. */
export const common = { header: headerShape.optional(), body: bodyShape, footer: footerShape.optional() };

export const replyButton = z.object({
	id: z.string().min(1).max(limits.replyId),
	title: z.string().min(1).max(limits.replyTitle),
});

export const urlAction = z.object({
	name: z.literal('cta_url'),
	parameters: z.object({ display_text: z.string().min(1).max(limits.replyTitle), url: z.url() }),
});
