import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { connectGateway } from '../../shared/connect';
import type { Operation } from '../operation';
import { binaryOutput } from './binary-output';

const attachmentOption = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description: 'Some providers take it to give one attachment as a file',
});

/** The list that an answer holds: the interface shows none of its fields. */
function listIn(answer: unknown): IDataObject[] {
	const values = typeof answer === 'object' && answer !== null ? Object.values(answer) : [];
	const list = Array.isArray(answer) ? (answer as unknown[]) : (values.find(Array.isArray) ?? [answer]);
	return list.map((each) =>
		typeof each === 'object' && each !== null ? (each as IDataObject) : { attachment: each as string },
	);
}

/** Lists the attachments: one item each where the gateway answers JSON, a file where it answers anything else. */
export const listAttachments: Operation = {
	description: [],
	options: [
		attachmentOption('Extension', 'ext'),
		attachmentOption('Hash', 'hash'),
		attachmentOption('Media ID', 'mid'),
	],
	async prepare(context) {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const options = context.getNodeParameter('options', itemIndex, {}) as Record<string, string>;
			const given = Object.entries(options).filter(([, value]) => value !== '');
			const answer = await gateway.media.listAttachments(Object.fromEntries(given));
			if (answer.kind === 'list') return listIn(answer.answer).map((json) => ({ json }));
			const file = { ...answer, name: options.mid || 'attachment' };
			const json = { mimeType: answer.mimeType };
			return [{ json, binary: await binaryOutput(context, itemIndex, file) }];
		};
	},
};
