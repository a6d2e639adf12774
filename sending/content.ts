import type { FreeformContent, TemplateMessageComponent } from '../platform';

/** What to send, for each form that the decision may choose. */
export interface Content {
	/** A freeform message: its type and the field of that name, for example `{ type: 'text', text: { body } }`. */
	freeform?: FreeformContent;
	/** The values of the template's variables. */
	template?: { components?: TemplateMessageComponent[] };
	/** The message that this one answers. */
	replyTo?: string;
}
