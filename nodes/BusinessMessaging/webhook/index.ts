import type { INodeProperties } from 'n8n-workflow';
import { lookAtWebhook, revertWebhook } from '../../../receiver';
import type { Operation, Resource } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { checkAndRepair } from './check-and-repair.operation';
import { migrate, set } from './set-url.operations';
import { ofWebhook, readUrl } from './webhook';

/** Gets where the number delivers to, and whether that is a trigger of ours. */
const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get the URL that the phone number delivers to',
	action: 'Get the webhook',
	numbers: 'all',
	forEachItem: perItem(ofWebhook, async ({ of }) => {
		const { url, ours, owner } = await lookAtWebhook(of);
		return { json: { url, ours, workflow: owner?.name ?? null } };
	}),
};

const otherUrl: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	description: 'The URL to restore. Leave empty to restore the one that was replaced last.',
};

/** Restores the URL that was replaced last and isn't ours. */
const revert: Operation = {
	value: 'revert',
	name: 'Revert',
	description: 'Restore the URL that was replaced last',
	action: 'Revert the webhook',
	options: [otherUrl],
	forEachItem: perItem(ofWebhook, async ({ get: read, of }) => {
		const given = read('options.url', '').trim();
		const { url, replaced } = await revertWebhook(of, given === '' ? undefined : readUrl(given));
		return { json: { url, replaced: replaced || null } };
	}),
};

export const webhook: Resource = {
	value: 'webhook',
	name: 'Webhook',
	default: 'get',
	operations: [checkAndRepair, get, migrate, revert, set],
};
