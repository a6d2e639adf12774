import type { INodeProperties } from 'n8n-workflow';
import { onEachItem } from './on-each-item';
import type { Operation } from './operation';
import { shownFor } from './operation';

type What = 'failed' | 'held' | 'unconfirmed';

const what: INodeProperties = {
	displayName: 'Recipients',
	name: 'what',
	type: 'options',
	options: [
		{ name: 'Failed', value: 'failed', description: 'The gateway refused the message for good' },
		{ name: 'Held', value: 'held', description: 'The rules are asked now, instead of when it is due' },
		{
			name: 'Unconfirmed',
			value: 'unconfirmed',
			description: 'The answer was lost: the message may be out, so that they may get it twice',
		},
	],
	default: 'failed',
	description: 'Who is sent to again by the next Send Due',
};

/** Lets recipients be sent to again, by the next Send Due. */
export const retry: Operation = {
	description: shownFor('retry', [what]),
	run: onEachItem(async ({ campaigns, campaign, get }) => {
		const recipients = get<What>('what') ?? 'failed';
		return [{ campaign: campaign(), recipients, planned: await campaigns.retry(campaign(), recipients) }];
	}),
};
