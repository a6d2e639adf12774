import type { Operation } from '../operation';
import { binaryOutput } from './binary-output';
import { mediaJson } from './media-json';
import { onMedia } from './on-media';

/** Downloads a media file as binary data; its size and SHA-256 are verified. */
export const download: Operation = {
	description: [],
	prepare: onMedia(async ({ context, gateway, mediaId, itemIndex }) => {
		const { metadata, content } = await gateway.media.download(mediaId);
		const file = { content, mimeType: metadata.mime_type, name: mediaId };
		return [{ json: mediaJson(metadata), binary: await binaryOutput(context, itemIndex, file) }];
	}),
};
