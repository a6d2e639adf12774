import { lookAtWebhook } from '../../../receiver';
import type { Operation } from '../operation';
import { onWebhook } from './on-webhook';

/** Gets where the number delivers to, and whether that is a trigger of ours. */
export const get: Operation = {
	description: [],
	prepare: onWebhook(async ({ of }) => {
		const { url, ours, owner } = await lookAtWebhook(of);
		return { url, ours, workflow: owner?.name ?? null };
	}),
};
