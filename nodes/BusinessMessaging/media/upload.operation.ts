import type { INodeProperties } from 'n8n-workflow';
import { checkFirstOption } from '../../shared/common-fields';
import { connectGateway } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readFile } from '../../shared/read/values';

const inputField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'inputField',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the input field that contains the binary file data to be uploaded',
};

/** Uploads the binary data of an item. The ID that comes back can be sent. */
export const upload: Operation = {
	value: 'upload',
	name: 'Upload',
	description: 'Upload a file so that you can send it by its ID',
	action: 'Upload a media file',
	fields: [inputField],
	options: [checkFirstOption],
	forEachItem: perItem({ open: connectGateway }, async ({ context, get, gateway, itemIndex }) => {
		const file = await readFile(context, itemIndex, get('inputField', 'data'));
		const checkFirst = get('options.checkFirst', true);
		const { id } = await gateway.media.upload(file, { checkFirst });
		const { mimeType, filename, content } = file;
		return { json: { id, mimeType, fileName: filename ?? null, fileSize: content.length } };
	}),
};
