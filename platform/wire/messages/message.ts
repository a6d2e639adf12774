import * as z from 'zod';
import { CALLBACK_DATA_LENGTH, GROUP_MESSAGE_TYPES } from '../../limits';
import { isBrokenUserId } from '../../address';
import { optionalText, requestText } from '../common';
import { interactiveContents } from './interactive-content';
import { plainContents } from './plain-content';
import { templateContent } from './template-content';

/** What every message has around its content (docs/interface.md, Sending). */
const common = z.lazy(() =>
	z.looseObject({
		to: requestText(),
		recipient_type: z.enum(['individual', 'group'], 'is neither individual nor group').optional(),
		type: requestText(),
		context: z.looseObject({ message_id: requestText() }).optional(),
		biz_opaque_callback_data: optionalText(CALLBACK_DATA_LENGTH),
	}),
);

const interactiveType = z.lazy(() => z.looseObject({ type: requestText() }, 'is missing'));

const schemaOf = (table: Readonly<Record<string, z.ZodType>>, type: string): z.ZodType | undefined =>
	Object.hasOwn(table, type) ? table[type] : undefined;

/** The schema of a message's content, by its type; `undefined` for a type that is not known here. */
function contentSchema(type: string, content: unknown): z.ZodType | undefined {
	if (type === 'template') return templateContent;
	if (type !== 'interactive') return schemaOf(plainContents(), type);
	const { data } = interactiveType.safeParse(content);
	return data === undefined ? interactiveType : schemaOf(interactiveContents(), data.type);
}

/**
 * An outgoing message, without `messaging_product`: its limits, all of them, in every type (docs/interface.md, Message
 * types). A type that is not known here is left to the gateway.
 */
export const outgoingMessage = z.lazy(() =>
	common.superRefine((message, context) => {
		const { to, type, recipient_type: recipientType } = message;
		if (recipientType !== 'group' && isBrokenUserId(to.trim())) {
			context.addIssue({
				code: 'custom',
				path: ['to'],
				message:
					"isn't a user ID (two capital letters, a period, and 1 to 128 letters and digits, for example US.13491208655302741918)",
			});
		}
		const content = message[type];
		const issues = contentSchema(type, content)?.safeParse(content).error?.issues ?? [];
		if (type.trim() === '') return;
		if (content === undefined) context.addIssue({ code: 'custom', path: [type], message: 'is missing' });
		else
			for (const { path, message: text } of issues)
				context.addIssue({ code: 'custom', path: [type, ...path], message: text });
		if (recipientType === 'group' && !GROUP_MESSAGE_TYPES.has(type)) {
			context.addIssue({
				code: 'custom',
				path: ['type'],
				message: `is ${type}, which can't be sent to a group`,
			});
		}
	}),
);

/**
 * Marks a message of a customer as read, and may show that the business is typing (docs/interface.md, Message types).
 */
export const readReceipt = z.lazy(() => z.object({ message_id: requestText() }));
