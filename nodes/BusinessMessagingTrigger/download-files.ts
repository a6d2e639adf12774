import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { GatewayClient } from '../../gateway';
import { storeFile } from '../shared/binary-file';
import { gatewayOf } from '../shared/connect';
import { credentialsOf } from '../shared/credential';
import { toNodeError } from '../shared/errors/item-errors';
import { inHint } from '../shared/template/fill-template';

export const downloadFiles: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	// Who adds an option wants it. Without it, nothing is downloaded.
	default: true,
	description:
		'Whether to download the files of messages, and add them to the items as binary data. If a file can\'t be downloaded, the item comes without it, and says why in the field "media".',
};

/** The first file of an item is in this field, as with n8n's own nodes, and the others are in `data_1` and so on. */
const fieldOf = (index: number) => (index === 0 ? 'data' : `data_${index}`);

async function download(
	context: IExecuteFunctions,
	gateway: GatewayClient,
	{ mediaId, filename }: IDataObject,
): Promise<IBinaryData> {
	const { metadata, content } = await gateway.media.download(mediaId as string);
	return storeFile(context, {
		content,
		mimeType: metadata.mime_type,
		name: metadata.id,
		...(typeof filename === 'string' && { fileName: filename }),
	});
}

/** Why a file isn't there, in words, on one line. */
function reasonOf(context: IExecuteFunctions, error: unknown): string {
	const { message, description } = toNodeError(context, error);
	return [message, description?.replaceAll('\n', ' ')].filter(Boolean).join(' ');
}

const hintOf = (count: number, [reason = '']: readonly string[]) =>
	`${count === 1 ? '1 file' : `${count} files`} couldn't be downloaded: ${inHint(reason)}`;

/**
 * Downloads the files of the items' messages, if the option asks for it. That is done in the execution, when the delivery
 * is confirmed already, so the gateway waits for no file. One that can't be downloaded stops nothing: its entry in `media`
 * has an `error` instead of the name of the binary `field`.
 */
export async function withFiles(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	if (items.every(({ json }) => ((json.media ?? []) as IDataObject[]).length === 0)) return items;
	if (context.getNodeParameter(`options.${downloadFiles.name}`, 0, false) !== true) return items;
	const reasons: string[] = [];

	async function gatewayFor({ channel }: IDataObject): Promise<GatewayClient> {
		const numbers = await credentialsOf(context);
		return gatewayOf(context, numbers.find((each) => each.channel === channel) ?? numbers[0]);
	}

	async function withFilesOf(item: INodeExecutionData): Promise<INodeExecutionData> {
		const files = (item.json.media ?? []) as IDataObject[];
		if (files.length === 0) return item;
		const gateway = gatewayFor(item.json);
		const binary: IBinaryKeyData = {};
		const media: IDataObject[] = [];
		for (const [index, file] of files.entries()) {
			try {
				const field = fieldOf(index);
				binary[field] = await download(context, await gateway, file);
				media.push({ ...file, field });
			} catch (error) {
				const reason = reasonOf(context, error);
				reasons.push(reason);
				media.push({ ...file, error: reason });
			}
		}
		const json = { ...item.json, media };
		return { ...item, json, ...(Object.keys(binary).length > 0 && { binary }) };
	}

	const found: INodeExecutionData[] = [];
	for (const item of items) found.push(await withFilesOf(item));
	if (reasons.length > 0) {
		context.addExecutionHints({ message: hintOf(reasons.length, reasons), location: 'outputPane' });
	}
	return found;
}
