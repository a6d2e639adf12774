import * as z from 'zod';
import { anyId, maybe } from './common';

/** Media ids are numeric (interface, Media). */
export const mediaId = z
	.string({ error: 'is missing' })
	.regex(/^\d+$/, { error: ({ input }) => `isn't numeric: "${String(input)}"` });

const size = z.union([
	z.number().int().nonnegative(),
	z
		.string()
		.regex(/^\d{1,15}$/)
		.transform(Number),
]);

/** Information about a media file, and where it can be downloaded for five minutes (interface, Media metadata). */
export interface MediaMetadata {
	id: string;
	url: string;
	mime_type?: string;
	sha256?: string;
	/** Bytes */
	file_size?: number;
	[field: string]: unknown;
}

export const mediaMetadata: z.ZodType<MediaMetadata> = z.looseObject({
	id: anyId,
	url: z.url({ protocol: /^https?$/ }),
	mime_type: maybe(z.string()),
	sha256: maybe(z.string()),
	file_size: maybe(size),
});

export const mediaUploaded = z.looseObject({ id: anyId });
