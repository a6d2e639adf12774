import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { GatewayClient } from '../../../../gateway';
import { mediaKindOf } from '../../../../platform';

/**
 * The file in an item's binary field: a function that uploads it and returns its media ID.
 * @throws Error for a file that has to be sent as another type
 */
export type ItemFile = (type: string, itemIndex: number, field: string) => () => Promise<string>;

const article = (kind: string) => (/^[aiou]/.test(kind) ? `an ${kind}` : `a ${kind}`);

/**
 * Uploads each file once a run, however many items contain it. A failed upload isn't tried again in this run: more
 * than five in an hour block the reading of media (platform-facts, section 7).
 */
export function createItemFiles(context: IExecuteFunctions, gateway: GatewayClient): ItemFile {
	const uploads = new Map<string, Promise<string>>();
	return (type, itemIndex, field) => {
		const { id, data, mimeType, fileName } = context.helpers.assertBinaryData(itemIndex, field);
		const kind = mediaKindOf(mimeType);
		if (kind !== undefined && kind !== type && type !== 'document') {
			throw new Error(
				`The binary field ${field} contains ${mimeType}, which is sent as ${article(kind)}. Choose that type, or another file.`,
			);
		}
		const key = id ?? createHash('sha256').update(data).digest('hex');
		const checkFirst = context.getNodeParameter('options.checkFirst', itemIndex, true) as boolean;
		return () => {
			const upload =
				uploads.get(key) ??
				context.helpers
					.getBinaryDataBuffer(itemIndex, field)
					.then((content) => gateway.media.upload({ content, mimeType, filename: fileName }, { checkFirst }))
					.then((uploaded) => uploaded.id);
			uploads.set(key, upload);
			return upload;
		};
	};
}
