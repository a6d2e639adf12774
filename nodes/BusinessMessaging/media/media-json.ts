import type { IDataObject } from 'n8n-workflow';
import type { MediaMetadata } from '../../../platform';

/** What is known of a media file, with names as n8n writes them. */
export function mediaJson({ id, mime_type, sha256, file_size }: MediaMetadata): IDataObject {
	return {
		id,
		mimeType: mime_type ?? null,
		sha256: sha256 ?? null,
		fileSize: file_size ?? null,
	};
}
