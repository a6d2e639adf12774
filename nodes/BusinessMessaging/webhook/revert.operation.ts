import type { INodeProperties } from 'n8n-workflow';
import { revertWebhook } from '../../../receiver';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { onWebhook } from './on-webhook';

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			description: 'Another URL to put back than the one that was replaced last',
		},
	],
};

/** Puts the URL back that was replaced last and is not ours. */
export const revert: Operation = {
	description: shownFor('webhook', 'revert', [options]),
	prepare: onWebhook(async ({ context, of, itemIndex }) => {
		const given = (context.getNodeParameter('options.url', itemIndex, '') as string).trim();
		const { url, replaced } = await revertWebhook(of, given || undefined);
		return { url, replaced: replaced || null };
	}),
};
