import type { Readable } from 'node:stream';
import type { INodeProperties } from 'n8n-workflow';
import type { ItemCall, Output } from '../../shared/operation';

/** Where a file goes in the item that comes out. */
export const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputField',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
};

/** A file as the binary data of an item, stored as it comes in. */
export async function binaryOutput(
	{ context, get }: ItemCall,
	{ content, mimeType, name }: { content: Readable; mimeType?: string; name: string },
): Promise<NonNullable<Output['binary']>> {
	const field = get('outputField', 'data');
	const type = mimeType?.split(';')[0]!.trim();
	const stored = await context.helpers.prepareBinaryData(content, undefined, type);
	const fileName = [name, stored.fileExtension].filter(Boolean).join('.');
	return { [field]: { ...stored, fileName } };
}
