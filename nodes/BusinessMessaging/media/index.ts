import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import { outputField } from './binary-output';
import { deleteMedia } from './delete.operation';
import { download } from './download.operation';
import { get } from './get.operation';
import { listAttachments } from './list-attachments.operation';
import { upload } from './upload.operation';

/** The operations by their values. */
export const mediaOperations = { delete: deleteMedia, download, get, listAttachments, upload };

/** Which operation. */
export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['media'] } },
	options: [
		{
			name: 'Delete',
			value: 'delete',
			description: "Delete a file from the platform's storage",
			action: 'Delete a media file',
		},
		{
			name: 'Download',
			value: 'download',
			description: 'Download a file, its size and SHA-256 verified',
			action: 'Download a media file',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get type, size and a URL that is valid for 5 minutes',
			action: 'Get a media file',
		},
		{
			name: 'List Attachments',
			value: 'listAttachments',
			description: 'List the attachments of the account',
			action: 'List attachments',
		},
		{
			name: 'Upload',
			value: 'upload',
			description: 'Upload a file, to send it by its ID',
			action: 'Upload a media file',
		},
	],
	default: 'download',
};

const mediaId: INodeProperties = {
	displayName: 'Media ID',
	name: 'mediaId',
	type: 'string',
	required: true,
	default: '',
	placeholder: '1037543291543636',
	description: 'The number that a message of a customer, or Upload, gives',
};

export const description: INodeProperties[] = [
	...shownFor('media', ['delete', 'download', 'get'], [mediaId]),
	...shownFor('media', ['download', 'listAttachments'], [outputField]),
	...Object.values(mediaOperations).flatMap((each) => each.description),
];
