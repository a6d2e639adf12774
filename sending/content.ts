import type { FreeformContent, TemplateMessageComponent } from '../platform';

/** What to send, for each form that the decision may choose. */
export interface Content {
	/**
	 * A freeform message: its type and the field of that name, for example `{ type: 'text', text: { body } }`; or a
	 * function that makes it, called only when it is about to go out. What that throws, `send` rejects with.
	 */
	freeform?: FreeformContent | (() => Promise<FreeformContent>);
	/** The values of the template's variables. */
	template?: { components?: TemplateMessageComponent[] };
	/** The message that this one answers. */
	replyTo?: string;
	/** `false` leaves the documented limits to the gateway, which may know others. */
	checkFirst?: boolean;
}
