import * as z from 'zod';
import {
	INTERACTIVE_BODY_LENGTH,
	INTERACTIVE_FOOTER_LENGTH,
	INTERACTIVE_HEADER_LENGTH,
} from '../../message-limits';
import { optionalText, requestText } from '../request-text';

const textOf = (most: number) => z.looseObject({ text: requestText(most) }, 'is missing');

/** The body of an interactive message. */
export const bodyOf = (most = INTERACTIVE_BODY_LENGTH) => textOf(most);

/** What is around the action of an interactive message (platform-facts, section 5). */
export const around = (bodyLength = INTERACTIVE_BODY_LENGTH) => ({
	header: z
		.looseObject({ type: requestText(), text: optionalText(INTERACTIVE_HEADER_LENGTH) }, "isn't a header")
		.optional(),
	body: bodyOf(bodyLength),
	footer: textOf(INTERACTIVE_FOOTER_LENGTH).optional(),
});

/** A part that this type doesn't have. */
export const absent = z.undefined({ error: "isn't allowed here" }).optional();

/** An action that consists of its name. */
export const namedAction = <Name extends string>(name: Name) =>
	z.looseObject({ name: z.literal(name, `isn't ${name}`) }, 'is missing');

/** A link, as the button of a message or of a card. */
export const linkUrl = z.url({ protocol: /^https?$/, error: "isn't a URL that starts with https://" });

/** Whether all values are different. */
export const areDifferent = (values: readonly string[]) => new Set(values).size === values.length;
