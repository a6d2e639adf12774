import type { INodeExecutionData } from 'n8n-workflow';
import { withLocalTimes } from '../shared/times';
import type { Operation } from '../shared/operation';
import { itemOfAll } from '../shared/run-action';
import { campaignJson } from './campaign-json';
import { connectCampaigns } from './connect-campaigns';
import { asksForEach, nextStep } from './fields';
import { heldByTemplate } from './held-by-template';
import { usesFirstOnly } from './first-only';
import { isFinished } from './is-finished';
import { planSentence } from './plan-sentence';
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
			'To see first what would go out, switch Operation to Dry Run. Plan saves the recipients and sends nothing yet. Next: add a Schedule Trigger with Send Due, which sends them.',
		),
		...recipientFields,
	],
	options: recipientOptions,
	outputs: ['Planned', 'Invalid'],
	async forAllItems(context) {
		const connected = await connectCampaigns(context);
		const { sender, credential } = connected;
		const list = listRecipients(context, connected, 'upload');
		const statuses: INodeExecutionData[] = [];
		const onRecipient = (index: number, status: string) => statuses.push(list.itemAt(index, { status }));
		const { campaign, planned, repeated, ...result } = await sender.campaigns.plan(
			readPlan(context, credential),
			list.read(),
			asksForEach(context) ? { onRecipient } : {},
		);
		const invalid = list.invalidItems(result.invalid);
		const first = list.first();
		const hasNobodyLeft = await isFinished(sender.campaigns, campaign);
		const why = planned > 0 && first ? await heldByTemplate(sender, credential, first) : undefined;
		const timeZone = context.getTimezone();
		const { campaign: id, ...state } = campaignJson(campaign, timeZone, { isFinished: hasNobodyLeft });
		const summary = { campaign: id, planned, repeated, invalid: invalid.length, ...state };
		return {
			outputs: [asksForEach(context) ? statuses : [itemOfAll(summary)], invalid],
			hint: withLocalTimes(
				planSentence({
					planned,
					repeated,
					invalid,
					isFinished: hasNobodyLeft,
					why,
					isFirstOnly: usesFirstOnly(context),
				}),
				timeZone,
			),
		};
	},
};
