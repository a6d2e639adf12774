import type { Readable } from 'node:stream';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** A file that comes in. */
export interface IncomingFile {
	content: Readable;
	mimeType?: string;
	/** Without an extension, which the type decides. */
	name: string;
	/** What its sender called it, which counts instead of the name. */
	fileName?: string;
}

/** A file as binary data, stored as it comes in. */
export async function storeFile(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	{ content, mimeType, name, fileName }: IncomingFile,
): Promise<IBinaryData> {
	const type = mimeType?.split(';')[0]!.trim();
	const stored = await helpers.prepareBinaryData(content, undefined, type);
	return { ...stored, fileName: fileName ?? [name, stored.fileExtension].filter(Boolean).join('.') };
}
