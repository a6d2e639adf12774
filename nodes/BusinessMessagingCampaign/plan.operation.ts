import type { INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../shared/operation';
import { itemOfAll } from '../shared/run-action';
import { campaignJson } from './campaign-json';
import { connectCampaigns } from './connect-campaigns';
import { asksForEach, nextStep } from './fields';
import { formatCounts } from './format-counts';
import { listRecipients, readPlan } from './read-plan';
import { recipientFields, recipientOptions } from './recipient-fields';

/** Adds the recipients of all items to a campaign. Those that can't be planned come out with their problems. */
export const plan: Operation = {
	value: 'plan',
	name: 'Plan',
	description: 'Add the incoming items to a campaign as its recipients. Nothing is sent yet.',
	action: 'Plan a campaign',
	fields: [
		nextStep(
			'planNext',
			'This saves the recipients and sends nothing yet. Next: add a Schedule Trigger with Send Due, which sends them. To see first what would go out, switch Operation to Dry Run.',
		),
		...recipientFields,
	],
	options: recipientOptions,
	outputs: ['Planned', 'Invalid'],
	async forAllItems(context) {
		const connected = await connectCampaigns(context);
		const list = listRecipients(context, connected, 'upload');
		const statuses: INodeExecutionData[] = [];
		const onRecipient = (index: number, status: string) => statuses.push(list.itemAt(index, { status }));
		const result = await connected.sender.campaigns.plan(
			readPlan(context, connected.credential),
			list.read(),
			asksForEach(context) ? { onRecipient } : {},
		);
		const invalid = list.invalidItems(result.invalid);
		const { planned, repeated } = result;
		const hint = formatCounts([
			[planned, 'planned'],
			[repeated, 'planned before or repeated'],
			[invalid.length, 'invalid (the output Invalid says why)'],
		]);
		const next = planned + repeated > 0 ? '. Next: Send Due sends them' : '';
		const summary = {
			...campaignJson(result.campaign, context.getTimezone()),
			planned,
			repeated,
			invalid: invalid.length,
		};
		return {
			outputs: [asksForEach(context) ? statuses : [itemOfAll(summary)], invalid],
			hint: `${hint}${next}`,
		};
	},
};
