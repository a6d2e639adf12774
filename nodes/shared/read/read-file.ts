import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingFile } from '../../../gateway';

/** The binary data of an item as a file to upload. @throws NodeOperationError if the item has none there */
export async function readFile(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
): Promise<OutgoingFile> {
	const { mimeType, fileName } = context.helpers.assertBinaryData(itemIndex, field);
	const content = await context.helpers.getBinaryDataBuffer(itemIndex, field);
	return { content, mimeType, ...(fileName && { filename: fileName }) };
}
