import type { INodeProperties } from 'n8n-workflow';
import { revertWebhook } from '../../../receiver';
import type { Operation } from '../operation';
import { onWebhook } from './on-webhook';

const otherUrl: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	description: 'Another URL to put back than the one that was replaced last',
};

/** Puts the URL back that was replaced last and is not ours. */
export const revert: Operation = {
	description: [],
	options: [otherUrl],
	prepare: onWebhook(async ({ context, of, itemIndex }) => {
		const given = (context.getNodeParameter('options.url', itemIndex, '') as string).trim();
		const { url, replaced } = await revertWebhook(of, given || undefined);
		return { url, replaced: replaced || null };
	}),
};
