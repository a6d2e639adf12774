import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { connectGateway } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { binaryOutput, outputField } from './binary-output';

const attachmentOption = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description: 'Some providers use it to return one attachment as a file',
});

/** The list in an answer. The interface doesn't document its fields. */
function listIn(answer: unknown): IDataObject[] {
	const values = typeof answer === 'object' && answer !== null ? Object.values(answer) : [];
	const list = Array.isArray(answer) ? (answer as unknown[]) : (values.find(Array.isArray) ?? [answer]);
	return list.map((each) =>
		typeof each === 'object' && each !== null ? (each as IDataObject) : { attachment: each as string },
	);
}

/** Lists the attachments: one item each if the gateway answers with JSON, a file if it answers with anything else. */
export const listAttachments: Operation = {
	value: 'listAttachments',
	name: 'List Attachments',
	description: 'List the attachments of the account',
	action: 'List attachments',
	fields: [outputField],
	options: [
		attachmentOption('Extension', 'ext'),
		attachmentOption('Hash', 'hash'),
		attachmentOption('Media ID', 'mid'),
	],
	forEachItem: perItem({ open: connectGateway }, async ({ gateway, ...call }) => {
		const options = call.get<Record<string, string>>('options', {});
		const given = Object.entries(options).filter(([, value]) => text(value) !== '');
		const answer = await gateway.media.listAttachments(Object.fromEntries(given));
		if (answer.kind === 'list') return listIn(answer.answer).map((json) => ({ json }));
		const file = { ...answer, name: options.mid || 'attachment' };
		return { json: { mimeType: answer.mimeType }, binary: await binaryOutput(call, file) };
	}),
};
