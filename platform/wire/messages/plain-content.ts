import * as z from 'zod';
import { once } from '../../../base';
import { CAPTION_LENGTH, TEXT_BODY_LENGTH } from '../../limits';
import { mediaId, whyNotNamed, whyNotSentAs } from '../media';
import { optionalText, requestText, webUrl } from '../common';

/** The link to a file of a kind. */
const linkTo = (kind: string) =>
	webUrl.superRefine((link, context) => {
		const message = whyNotSentAs(kind, { link });
		if (message !== undefined) context.addIssue({ code: 'custom', message });
	});

const mediaObject = (kind: string) => ({
	id: mediaId.optional(),
	link: linkTo(kind).optional(),
});

const hasOneSource = ({ id, link }: { id?: string; link?: string }) =>
	(id === undefined) !== (link === undefined);
const ONE_SOURCE = 'needs exactly one of id and link';

/** A file of a kind by its ID or link, without a caption. */
export const mediaSource = (kind: string) =>
	z
		.looseObject(
			{ ...mediaObject(kind), caption: z.undefined({ error: "isn't allowed here" }).optional() },
			'is missing',
		)
		.refine(hasOneSource, ONE_SOURCE);
const withCaption = (kind: string) =>
	z
		.looseObject({ ...mediaObject(kind), caption: optionalText(CAPTION_LENGTH) })
		.refine(hasOneSource, ONE_SOURCE);

const coordinate = (most: number) => {
	const error = `isn't a number from -${most} to ${most}`;
	return z.number({ error }).min(-most, error).max(most, error);
};

/** The content of each type that is neither interactive nor a template (docs/interface.md, Message types). */
export const plainContents = once(() => ({
	text: z.looseObject({ body: requestText(TEXT_BODY_LENGTH), preview_url: z.boolean().optional() }),
	image: withCaption('image'),
	video: withCaption('video'),
	document: withCaption('document').superRefine(({ link, filename }, context) => {
		const message = typeof filename === 'string' ? whyNotNamed(filename, { link }) : undefined;
		if (message !== undefined) context.addIssue({ code: 'custom', path: ['filename'], message });
	}),
	audio: mediaSource('audio'),
	sticker: mediaSource('sticker'),
	location: z.looseObject({
		latitude: coordinate(90),
		longitude: coordinate(180),
		name: z.string().optional(),
		address: z.string().optional(),
	}),
	contacts: z
		.array(
			z.looseObject({ name: z.looseObject({ formatted_name: requestText() }, 'is missing') }),
			"isn't a list",
		)
		.min(1, 'is empty'),
	reaction: z.looseObject({
		message_id: requestText(),
		emoji: z.string({ error: 'is missing (use an emoji, or an empty text to remove the reaction)' }),
	}),
}));
