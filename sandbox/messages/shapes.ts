import * as z from 'zod';
import { interactiveShape } from './interactive';
import { limits } from './limits';
import { mediaShape } from './media-shape';
import { templateShape } from './template-shape';

/** The content of each message type, under the key that bears its name. Facts, §5. */
export const contentShapes = {
	text: z.object({ body: z.string().min(1).max(limits.textBody), preview_url: z.boolean().optional() }),
	image: mediaShape,
	video: mediaShape,
	audio: mediaShape,
	document: mediaShape,
	sticker: mediaShape,
	location: z.object({
		latitude: z.coerce.number().min(-90).max(90),
		longitude: z.coerce.number().min(-180).max(180),
		name: z.string().optional(),
		address: z.string().optional(),
	}),
	contacts: z.array(z.object({ name: z.object({ formatted_name: z.string().min(1) }) })).min(1),
	reaction: z.object({ message_id: z.string().min(1), emoji: z.string() }),
	interactive: interactiveShape,
	template: templateShape,
	pin: z.object({
		type: z.enum(['pin', 'unpin']),
		message_id: z.string().min(1),
		expiration_days: z.number().int().min(1).max(30).optional(),
	}),
} as const;

export type MessageType = keyof typeof contentShapes;

/** What every message carries around its content. */
export const commonShape = z.object({
	messaging_product: z.literal('whatsapp'),
	recipient_type: z.string().default('individual'),
	to: z.string().min(1).optional(),
	recipient: z.string().min(1).optional(),
	type: z.string().default('text'),
	context: z.object({ message_id: z.string().min(1) }).optional(),
	biz_opaque_callback_data: z.string().max(limits.callbackData).optional(),
});

/** Marks an inbound message as read, and may show that the business is typing. */
export const readShape = z.object({
	messaging_product: z.literal('whatsapp'),
	status: z.literal('read'),
	message_id: z.string().min(1),
	typing_indicator: z.object({ type: z.literal('text') }).optional(),
});
