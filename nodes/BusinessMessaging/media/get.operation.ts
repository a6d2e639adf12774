import type { IDataObject } from 'n8n-workflow';
import { systemRuntime } from '../../../base';
import { MEDIA_URL_VALIDITY } from '../../../platform';
import { simplify } from '../../shared/common-fields';
import { isoTime } from '../../shared/times';
import type { Operation } from '../../shared/operation';
import { mediaJson } from './media-json';
import { mediaIdField, onMedia } from './on-media';

/** Gets what is known of a media file, and the URL to download it from in the next 5 minutes. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get the type, the size, and a URL that is valid for 5 minutes',
	action: 'Get a media file',
	fields: [mediaIdField, simplify],
	forEachItem: onMedia(async ({ context, gateway, mediaId, itemIndex }) => {
		const metadata = await gateway.media.get(mediaId);
		const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		if (!isSimple) return [{ json: metadata as IDataObject }];
		const { url } = metadata;
		const now = gateway.clock()?.gatewayTime ?? systemRuntime.now();
		return [{ json: { ...mediaJson(metadata), url, urlValidUntil: isoTime(now + MEDIA_URL_VALIDITY) } }];
	}),
};
