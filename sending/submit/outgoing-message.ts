import type { Intent } from '../../engine';
import type { OutgoingMessage } from '../../gateway';
import type { FreeformContent, TemplateMessageComponent } from '../../platform';

/** What a message is made of, in the form that was chosen. */
export interface MessageParts extends Pick<Intent, 'to' | 'recipientType' | 'template'> {
	freeform?: FreeformContent;
	components?: TemplateMessageComponent[];
	/** The message that it answers. */
	replyTo?: string;
	/** `false` leaves the documented limits to the gateway. */
	checkFirst?: boolean;
}

/** The message, as the gateway takes it. */
export function toOutgoingMessage(
	action: 'freeform' | 'template',
	{ to, recipientType, template, freeform, components = [], replyTo }: MessageParts,
): OutgoingMessage {
	const common = {
		to,
		...(recipientType && { recipient_type: recipientType }),
		...(replyTo !== undefined && { context: { message_id: replyTo } }),
	};
	if (action === 'freeform') return { ...common, ...freeform! };
	const { name, language } = template!;
	return {
		...common,
		type: 'template',
		template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
	};
}
