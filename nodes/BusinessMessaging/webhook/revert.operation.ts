import type { INodeProperties } from 'n8n-workflow';
import { revertWebhook } from '../../../receiver';
import type { Operation } from '../../shared/operation';
import { onWebhook } from './on-webhook';

const otherUrl: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	description: 'The URL to restore. Leave empty to restore the one that was replaced last.',
};

/** Restores the URL that was replaced last and isn't ours. */
export const revert: Operation = {
	value: 'revert',
	name: 'Revert',
	description: 'Restore the URL that was replaced last',
	action: 'Revert the webhook',
	options: [otherUrl],
	forEachItem: onWebhook(async ({ context, of, itemIndex }) => {
		const given = (context.getNodeParameter('options.url', itemIndex, '') as string).trim();
		const { url, replaced } = await revertWebhook(of, given || undefined);
		return { url, replaced: replaced || null };
	}),
};
