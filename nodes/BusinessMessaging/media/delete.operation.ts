import type { Operation } from '../operation';
import { onMedia } from './on-media';

/** Deletes a media file from the platform's storage. */
export const deleteMedia: Operation = {
	description: [],
	prepare: onMedia(async ({ gateway, mediaId }) => {
		await gateway.media.delete(mediaId);
		return [{ json: { id: mediaId, success: true } }];
	}),
};
