import type { Operation } from '../../shared/operation';
import { binaryOutput, outputField } from './binary-output';
import { mediaJson } from './media-json';
import { mediaIdField, onMedia } from './on-media';

/** Downloads a media file as binary data and verifies its size and SHA-256. */
export const download: Operation = {
	value: 'download',
	name: 'Download',
	description: 'Download a file and verify its size and SHA-256',
	action: 'Download a media file',
	fields: [mediaIdField, outputField],
	forEachItem: onMedia(async ({ context, gateway, mediaId, itemIndex }) => {
		const { metadata, content } = await gateway.media.download(mediaId);
		const file = { content, mimeType: metadata.mime_type, name: mediaId };
		return [{ json: mediaJson(metadata), binary: await binaryOutput(context, itemIndex, file) }];
	}),
};
