import type { INodeExecutionData } from 'n8n-workflow';
import { campaignJson } from './campaign-json';
import { connectCampaigns } from './connect-campaigns';
import { asksForEach } from './fields';
import { inWords } from './count-texts';
import type { Operation } from './operation';
import { itemOfAll, onceForAll } from './operation';
import { listRecipients, readPlan } from './read-plan';

/** Plans the recipients of all items into a campaign; those that cannot be planned come out with their problems. */
export const plan: Operation = {
	description: [],
	outputs: ['Planned', 'Invalid'],
	run: onceForAll(async (context) => {
		const connected = await connectCampaigns(context);
		const list = listRecipients(context, connected);
		const statuses: INodeExecutionData[] = [];
		const onRecipient = (index: number, status: string) => statuses.push(list.itemAt(index, { status }));
		const result = await connected.sender.campaigns.plan(
			readPlan(context, connected.credential),
			list.read(),
			asksForEach(context) ? { onRecipient } : {},
		);
		const invalid = list.invalidItems(result.invalid);
		const { planned, repeated } = result;
		const message = inWords([
			[planned, 'planned'],
			[repeated, 'planned before'],
			[invalid.length, 'invalid'],
		]);
		if (message !== '') context.addExecutionHints({ message, location: 'outputPane' });
		const summary = { ...campaignJson(result.campaign), planned, repeated, invalid: invalid.length };
		return [asksForEach(context) ? statuses : [itemOfAll(summary)], invalid];
	}),
};
