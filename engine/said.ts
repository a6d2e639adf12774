import * as z from 'zod';
import type { FreeformContent, TemplateMessageComponent } from '../platform';
import type { SentAs } from './decision';
import type { SentOutcome } from './outcome';

const words = z.lazy(() => z.string().optional().catch(undefined));
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape).optional().catch(undefined);
const titles = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.looseObject(shape)).catch([]);

/** A message in both of its forms, as far as it has them. */
export interface SaidMessage {
	freeform?: FreeformContent;
	template?: { name: string };
	components?: TemplateMessageComponent[];
}

/** What people read in a freeform message. */
const freeformContent = z.lazy(() =>
	z.looseObject({
		text: part({ body: words }),
		image: part({ caption: words }),
		video: part({ caption: words }),
		document: part({ caption: words }),
		location: part({ name: words, address: words }),
		reaction: part({ emoji: words }),
		interactive: part({
			body: part({ text: words }),
			action: part({
				buttons: titles({ reply: part({ title: words }) }),
				sections: titles({ rows: titles({ title: words }) }),
			}),
		}),
	}),
);

function linesOf(content: FreeformContent): Array<string | undefined> {
	const { text, image, video, document, location, reaction, interactive } = freeformContent.parse(content);
	const { buttons = [], sections = [] } = interactive?.action ?? {};
	const choices = [
		...buttons.map(({ reply }) => reply?.title),
		...sections.flatMap(({ rows }) => rows.map(({ title }) => title)),
	];
	return [
		text?.body,
		image?.caption,
		video?.caption,
		document?.caption,
		location?.name,
		location?.address,
		reaction?.emoji,
		interactive?.body?.text,
		...choices.map((title) => title && `[${title}]`),
	];
}

/** The texts of a template's variables. */
const valuesOf = ({ components = [] }: SaidMessage) =>
	components.flatMap((component) => {
		const { parameters } = z.looseObject({ parameters: titles({ text: words }) }).parse(component);
		return parameters.map(({ text }) => text);
	});

const joined = (texts: Array<string | undefined>, by: string) => texts.filter(Boolean).join(by);

/**
 * What a message said, for the history of its conversation: its text, or the name of the template with the values of its
 * variables.
 */
export function saidBy({
	action,
	message,
}: {
	action: SentAs;
	message: SaidMessage;
}): NonNullable<SentOutcome['said']> {
	if (action === 'freeform') {
		const { freeform } = message;
		return { type: freeform!.type, text: joined(linesOf(freeform!), '\n') };
	}
	return { type: 'template', text: joined([message.template!.name, joined(valuesOf(message), ', ')], ': ') };
}
