import type { IDataObject } from 'n8n-workflow';
import { MEDIA_URL_VALIDITY } from '../../../platform';
import type { Operation } from '../operation';
import { mediaJson } from './media-json';
import { onMedia } from './on-media';

/** Gets what is known of a media file, and where it can be downloaded for the next 5 minutes. */
export const get: Operation = {
	description: [],
	prepare: onMedia(async ({ context, gateway, mediaId, itemIndex }) => {
		const metadata = await gateway.media.get(mediaId);
		const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		if (!isSimple) return [{ json: metadata as IDataObject }];
		const { url } = metadata;
		const now = gateway.clock()?.gatewayTime ?? Date.now();
		const urlValidUntil = new Date(now + MEDIA_URL_VALIDITY).toISOString();
		return [{ json: { ...mediaJson(metadata), url, urlValidUntil } }];
	}),
};
