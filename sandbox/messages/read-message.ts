import * as z from 'zod';
import { describeProblems, problemsOf } from '../problems';
import { platformRefusal } from '../refusal';
import { interactiveShape } from './interactive-shape';
import { bareMediaShape, degrees, limits, mediaShape } from './limits';
import { templateShape, type TemplateContent } from './template-shape';

/** The content of each message type, under the key that bears its name (docs/interface.md, Message types). */
const contentShapes = {
	text: z.object({ body: z.string().min(1).max(limits.textBody), preview_url: z.boolean().optional() }),
	image: mediaShape,
	video: mediaShape,
	audio: bareMediaShape,
	document: mediaShape,
	sticker: bareMediaShape,
	location: z.object({
		latitude: degrees(90),
		longitude: degrees(180),
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
const commonShape = z.object({
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

/** A message that is well formed. `to` and `recipient` are as the client wrote them. */
export interface OutgoingMessage {
	readonly to?: string;
	readonly recipient?: string;
	readonly recipientType: 'individual' | 'group';
	readonly type: MessageType;
	readonly template?: TemplateContent;
	readonly callbackData?: string;
	readonly body: Readonly<Record<string, unknown>>;
}

/** Reads a message, or refuses it: 131008 what is missing, 131009 what is wrong, 100 an unknown type. */
export function readMessage(body: unknown): OutgoingMessage {
	const common = read(commonShape, body);
	const { to, recipient, type, recipient_type: recipientType } = common;
	if (recipientType !== 'individual' && recipientType !== 'group') {
		throw platformRefusal(100, `recipient_type must be individual or group, got ${recipientType}`);
	}
	if (to === undefined && recipient === undefined) {
		throw platformRefusal(131008, 'to is missing: a message needs to or recipient');
	}
	if (!isMessageType(type)) {
		throw platformRefusal(100, `type must be one of ${Object.keys(contentShapes).join(', ')}, got ${type}`);
	}
	const fields = body as Record<string, unknown>;
	if (fields[type] === undefined) throw platformRefusal(131008, `${type} is missing`);
	const content = fields[type];
	const template = type === 'template' ? read(templateShape, content, 'template') : undefined;
	if (template === undefined) read(contentShapes[type], content, type);
	return {
		...(to === undefined ? {} : { to }),
		...(recipient === undefined ? {} : { recipient }),
		recipientType,
		type,
		...(template === undefined ? {} : { template }),
		...(common.biz_opaque_callback_data ? { callbackData: common.biz_opaque_callback_data } : {}),
		body: fields,
	};
}

/** Reads `value` as `shape`, or refuses it in the platform's way. */
export function read<Shape extends z.ZodType>(shape: Shape, value: unknown, path = ''): z.output<Shape> {
	const result = shape.safeParse(value);
	if (result.success) return result.data;
	const problems = problemsOf(result.error, value).map((problem) => ({
		...problem,
		path: [path, problem.path].filter(Boolean).join('.'),
	}));
	throw platformRefusal(
		problems.some(({ missing }) => missing) ? 131008 : 131009,
		describeProblems(problems),
	);
}

function isMessageType(type: string): type is MessageType {
	return Object.hasOwn(contentShapes, type);
}
