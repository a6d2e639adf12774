import type { INodeProperties } from 'n8n-workflow';
import type { IncomingFile } from '../../shared/binary-file';
import { storeFile } from '../../shared/binary-file';
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

/** A file as the binary data of an item. */
export async function binaryOutput(
	{ context, get }: ItemCall,
	file: IncomingFile,
): Promise<NonNullable<Output['binary']>> {
	return { [get('outputField', 'data')]: await storeFile(context, file) };
}

/** From this version on, what is known of a file joins the item that comes in. Before, it took its place. */
const FIRST_KEEPING_VERSION = 1.4;

/** What an item keeps of the one that came in. */
export function keptOf({ context, itemIndex }: Pick<ItemCall, 'context' | 'itemIndex'>): Output {
	const isKept = context.getNode().typeVersion >= FIRST_KEEPING_VERSION;
	return isKept ? context.getInputData()[itemIndex]! : { json: {} };
}
