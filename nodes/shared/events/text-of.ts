import * as z from 'zod';
import type { MessagingEvent, Reply } from '../../../engine';

const words = z.string().optional().catch(undefined);
const part = (name: string) =>
	z
		.looseObject({ [name]: words })
		.optional()
		.catch(undefined);

const content = z.looseObject({
	text: part('body'),
	image: part('caption'),
	video: part('caption'),
	document: part('caption'),
});

/** Replies whose title is what the customer says. */
const SAID = new Set<Reply['kind']>(['quick_reply', 'button', 'list']);

/** What a message says: its text, the label of the button or row that the customer tapped, or the caption of its file. */
export function textOf(event: MessagingEvent, reply: Reply | undefined): string | undefined {
	if (!('message' in event)) return undefined;
	if (reply && SAID.has(reply.kind)) return reply.title ?? undefined;
	const { text, image, video, document } = content.parse(event.message);
	return text?.body ?? image?.caption ?? video?.caption ?? document?.caption;
}
