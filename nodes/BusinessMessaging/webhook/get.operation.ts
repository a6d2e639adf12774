import { lookAtWebhook } from '../../../receiver';
import type { Operation } from '../../shared/operation';
import { onWebhook } from './on-webhook';

/** Gets where the number delivers to, and whether that is a trigger of ours. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get the URL that the phone number delivers to',
	action: 'Get the webhook',
	forEachItem: onWebhook(async ({ of }) => {
		const { url, ours, owner } = await lookAtWebhook(of);
		return { url, ours, workflow: owner?.name ?? null };
	}),
};
