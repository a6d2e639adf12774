import * as z from 'zod';
import { MEDIA_BYTES } from '../limits';
import { anyId, maybe } from './common';

/** What a media file is sent as. */
type MediaKind = keyof typeof MEDIA_BYTES;

/** Image types that the platform takes (docs/interface.md, Media). */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

/**
 * What a file of this MIME type is sent as, or `undefined` for an image type that the platform doesn't accept.
 * Whatever is neither image, sticker, audio nor video is a document.
 */
export function mediaKindOf(mimeType: string): MediaKind | undefined {
	const type = mimeType.split(';')[0]!.trim().toLowerCase();
	if (type === 'image/webp') return 'sticker';
	if (type.startsWith('image/')) return IMAGE_TYPES.has(type) ? 'image' : undefined;
	if (type.startsWith('audio/')) return 'audio';
	return type.startsWith('video/') ? 'video' : 'document';
}

/** The MIME type that a file is uploaded with. The platform takes plain texts only, and a CSV or a calendar is one, too. */
export const uploadType = (mimeType: string): string =>
	/^\s*text\//i.test(mimeType) ? 'text/plain' : mimeType;

/** Media ids are numeric (docs/interface.md, Media). */
export const mediaId = z.lazy(() =>
	z
		.string({ error: 'is missing' })
		.regex(/^\d+$/, { error: ({ input }) => `isn't numeric: "${String(input)}"` }),
);

const size = z.lazy(() =>
	z.union([
		z.number().int().nonnegative(),
		z
			.string()
			.regex(/^\d{1,15}$/)
			.transform(Number),
	]),
);

/** Information about a media file, and where it can be downloaded for five minutes (docs/interface.md, Media). */
export interface MediaMetadata {
	id: string;
	url: string;
	mime_type?: string;
	sha256?: string;
	/** Bytes */
	file_size?: number;
	[field: string]: unknown;
}

export const mediaMetadata: z.ZodType<MediaMetadata> = z.lazy(() =>
	z.looseObject({
		id: anyId,
		url: z.url({ protocol: /^https?$/ }),
		mime_type: maybe(z.string()),
		sha256: maybe(z.string()),
		file_size: maybe(size),
	}),
);

export const mediaUploaded = z.lazy(() => z.looseObject({ id: anyId }));
