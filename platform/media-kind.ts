import { MEDIA_BYTES } from './limits';

/** What a media file is sent as. */
export type MediaKind = keyof typeof MEDIA_BYTES;

/** Image types that the platform takes (platform-facts, section 7). */
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
