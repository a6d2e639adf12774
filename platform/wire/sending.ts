import * as z from 'zod';
import { anyId, maybe } from './common';

/** The answer to a send: accepted, not delivered (platform-facts, section 5). */
export const sendAnswer = z.looseObject({
	contacts: z
		.array(z.looseObject({ input: maybe(anyId), wa_id: maybe(anyId), user_id: maybe(anyId) }))
		.optional()
		.catch(undefined),
	messages: z.array(z.looseObject({ id: anyId, message_status: maybe(z.string()) })).min(1),
});
export type SendAnswer = z.infer<typeof sendAnswer>;

/** A parameter of a template component. */
export interface TemplateParameter {
	type: string;
	[field: string]: unknown;
}

/** A component of a template message: the values of one part's variables (interface, Sending). */
export interface TemplateMessageComponent {
	type: string;
	sub_type?: string;
	index?: number | string;
	parameters?: TemplateParameter[];
	/** Of a carousel. */
	cards?: Array<{ card_index: number; components: TemplateMessageComponent[] }>;
}

/** A freeform message as the gateway takes it, without the fields that every message has. */
export interface FreeformContent {
	type: string;
	[field: string]: unknown;
}
