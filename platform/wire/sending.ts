import * as z from 'zod';
import { anyId, maybe } from './common';

/** The answer to a send: accepted, not delivered (docs/interface.md, Sending). */
export interface SendResponse {
	contacts?: Array<{ input?: string; wa_id?: string; user_id?: string; [field: string]: unknown }>;
	/** At least one. */
	messages: Array<{ id: string; message_status?: string; [field: string]: unknown }>;
	[field: string]: unknown;
}

export const sendResponse: z.ZodType<SendResponse> = z.lazy(() =>
	z.looseObject({
		contacts: z
			.array(z.looseObject({ input: maybe(anyId), wa_id: maybe(anyId), user_id: maybe(anyId) }))
			.optional()
			.catch(undefined),
		messages: z.array(z.looseObject({ id: anyId, message_status: maybe(z.string()) })).min(1),
	}),
);

/** A parameter of a template component. */
export interface TemplateParameter {
	type: string;
	[field: string]: unknown;
}

/** A component of a template message: the values of one part's variables (docs/interface.md, Template messages). */
export interface TemplateMessageComponent {
	type: string;
	sub_type?: string;
	index?: number | string;
	parameters?: TemplateParameter[];
	/** Of a carousel. */
	cards?: Array<{ card_index: number; components: TemplateMessageComponent[] }>;
}

/** A file: the numeric ID of an uploaded one, or an `http` or `https` link that the platform downloads. */
export type MediaSource = { id: string; link?: undefined } | { link: string; id?: undefined };

/** A message with buttons, a list, a link, products, a form, or a request (docs/interface.md, Message types). */
export interface InteractiveContent {
	/** For example `button`, `list`, or `cta_url`. */
	type: string;
	header?: { type: string; [field: string]: unknown };
	body?: { text: string };
	footer?: { text: string };
	/** What the customer can do: its fields depend on the type. */
	action: object;
}

/**
 * A freeform message as the gateway takes it, without the fields that every message has: its type, and the content in
 * the field of that name (docs/interface.md, Message types).
 */
export type FreeformContent =
	| { type: 'text'; text: { body: string; preview_url?: boolean } }
	| { type: 'image'; image: MediaSource & { caption?: string } }
	| { type: 'video'; video: MediaSource & { caption?: string } }
	| { type: 'document'; document: MediaSource & { caption?: string; filename?: string } }
	| { type: 'audio'; audio: MediaSource & { voice?: boolean } }
	| { type: 'sticker'; sticker: MediaSource }
	/** Degrees, north and east of 0. */
	| { type: 'location'; location: { latitude: number; longitude: number; name?: string; address?: string } }
	| { type: 'contacts'; contacts: Array<{ name: { formatted_name: string; [part: string]: unknown } }> }
	/** An empty emoji removes the reaction. */
	| { type: 'reaction'; reaction: { message_id: string; emoji: string } }
	| { type: 'interactive'; interactive: InteractiveContent };
