import type { Resource } from '../../shared/operation';
import { deleteMedia } from './delete.operation';
import { download } from './download.operation';
import { get } from './get.operation';
import { listAttachments } from './list-attachments.operation';
import { upload } from './upload.operation';

export const media: Resource = {
	value: 'media',
	name: 'Media',
	default: 'download',
	operations: [deleteMedia, download, get, listAttachments, upload],
};
