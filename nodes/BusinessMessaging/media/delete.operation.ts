import type { Operation } from '../../shared/operation';
import { mediaIdField, onMedia } from './on-media';

/** Deletes a media file from the platform's storage. */
export const deleteMedia: Operation = {
	value: 'delete',
	name: 'Delete',
	description: "Delete a file from the platform's storage",
	action: 'Delete a media file',
	fields: [mediaIdField],
	forEachItem: onMedia(async ({ gateway, mediaId }) => {
		await gateway.media.delete(mediaId);
		return [{ json: { id: mediaId, success: true } }];
	}),
};
