import { INBOUND_MS } from '../media/library';
import type { World } from '../world';

/** The smallest files of their kinds: enough to download, not to look at. */
const FILES: Readonly<Record<string, readonly [mimeType: string, filename?: string]>> = {
	image: ['image/jpeg'],
	audio: ['audio/ogg'],
	video: ['video/mp4'],
	document: ['application/pdf', 'document.pdf'],
	sticker: ['image/webp'],
};

/** The media object of an inbound message, for a file that the number can download. */
export function sampleFile({ media }: World, type: string): object {
	const [mimeType, filename] = FILES[type] ?? ['application/octet-stream'];
	const { id, sha256 } = media.add(Buffer.from(`sample ${type}`), mimeType, filename, INBOUND_MS);
	return { id, mime_type: mimeType, sha256, ...(filename === undefined ? {} : { filename }) };
}
