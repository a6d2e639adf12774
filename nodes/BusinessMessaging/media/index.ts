import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { systemRuntime } from '../../../base';
import type { MediaMetadata } from '../../../platform';
import { MEDIA_URL_VALIDITY } from '../../../platform';
import { simplify } from '../../shared/common-fields';
import { connectGateway } from '../../shared/connect';
import type { ItemCall, Operation, Resource } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { isoTime } from '../../shared/times';
import { binaryOutput, keptOf, outputField } from './binary-output';
import { listAttachments } from './list-attachments.operation';
import { upload } from './upload.operation';

/** Which media file. */
const mediaIdField: INodeProperties = {
	displayName: 'Media ID',
	name: 'mediaId',
	type: 'string',
	required: true,
	default: '',
	placeholder: '{{ $json.media[0].mediaId }}',
	hint: 'In an item of a trigger: {{ $json.media[0].mediaId }}',
	description: 'The ID of the file, from an item of a trigger or from Upload',
};

const NO_FILE =
	'Media ID is empty. Check that the item has a file: not every message has one. In an item of a trigger, the ID is in {{ $json.media[0].mediaId }}.';

/** @throws Error if the field is empty */
function readMediaId({ get }: ItemCall): string {
	const mediaId = text(get('mediaId'));
	if (mediaId === '') throw new Error(NO_FILE);
	return mediaId;
}

/** What acts on the media file of each item. */
const ofMedia = {
	open: connectGateway,
	fields: (call: ItemCall) => ({ mediaId: readMediaId(call) }),
};

/** What is known of a media file, with names as n8n writes them. */
function mediaJson({ id, mime_type, sha256, file_size }: MediaMetadata): IDataObject {
	return {
		id,
		mimeType: mime_type ?? null,
		sha256: sha256 ?? null,
		fileSize: file_size ?? null,
	};
}

/** Deletes a media file from the platform's storage. */
const deleteMedia: Operation = {
	value: 'delete',
	name: 'Delete',
	description: "Delete a file from the platform's storage",
	action: 'Delete a media file',
	fields: [mediaIdField],
	forEachItem: perItem(ofMedia, async ({ gateway, mediaId }) => {
		await gateway.media.delete(mediaId);
		return { json: { id: mediaId, success: true } };
	}),
};

/** Downloads a media file into the item, as binary data, and verifies its size and SHA-256. */
const download: Operation = {
	value: 'download',
	name: 'Download',
	description: 'Download a file into the item, and verify its size and SHA-256',
	action: 'Download a media file',
	fields: [mediaIdField, outputField],
	forEachItem: perItem(ofMedia, async ({ gateway, mediaId, ...call }) => {
		const { metadata, content } = await gateway.media.download(mediaId);
		const file = { content, mimeType: metadata.mime_type, name: mediaId };
		const { json, binary } = keptOf(call);
		return {
			json: { ...json, ...mediaJson(metadata) },
			binary: { ...binary, ...(await binaryOutput(call, file)) },
		};
	}),
};

/** Gets what is known of a media file, and the URL to download it from in the next 5 minutes. */
const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get the type, the size, and a URL that is valid for 5 minutes',
	action: 'Get a media file',
	fields: [mediaIdField, simplify],
	forEachItem: perItem(ofMedia, async ({ get: read, gateway, mediaId }) => {
		const metadata = await gateway.media.get(mediaId);
		if (!read('simplify', true)) return { json: metadata as IDataObject };
		const { url } = metadata;
		const now = gateway.clock()?.gatewayTime ?? systemRuntime.now();
		return { json: { ...mediaJson(metadata), url, urlValidUntil: isoTime(now + MEDIA_URL_VALIDITY) } };
	}),
};

export const media: Resource = {
	value: 'media',
	name: 'Media',
	default: 'download',
	operations: [deleteMedia, download, get, listAttachments, upload],
};
