import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { checkFirstOption } from '../../shared/common-fields';
import { connectGateway } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readFile } from '../../shared/read/values';
import { keptOf } from './binary-output';

const inputField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'inputField',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the input field that contains the binary file data to be uploaded',
};

/** Says how to send the uploaded files; undefined if none was uploaded. */
function whereNext(output: readonly IDataObject[]): string | undefined {
	const uploaded = output.some(({ id, fileSize }) => id !== undefined && fileSize !== undefined);
	return uploaded
		? 'To send the file, enter {{ $json.id }} in Link or Media ID of Send Message or Send Auto, and set Freeform Type to what the file is. The ID is valid for 30 days.'
		: undefined;
}

/** Uploads the binary data of an item. The ID that comes back can be sent. */
export const upload: Operation = {
	value: 'upload',
	name: 'Upload',
	description: 'Upload a file, and add its ID to the item, so that you can send the file by its ID',
	action: 'Upload a media file',
	fields: [inputField],
	options: [checkFirstOption],
	hint: whereNext,
	forEachItem: perItem({ open: connectGateway }, async ({ gateway, ...call }) => {
		const { context, get, itemIndex } = call;
		const file = await readFile(context, itemIndex, get('inputField', 'data'));
		const checkFirst = get('options.checkFirst', true);
		const { id } = await gateway.media.upload(file, { checkFirst });
		const { mimeType, filename, content } = file;
		const { json, binary } = keptOf(call);
		const uploaded = { id, mimeType, fileName: filename ?? null, fileSize: content.length };
		return { json: { ...json, ...uploaded }, ...(binary && { binary }) };
	}),
};
