import { isoTime } from '../shared/json/iso-time';
import type { Operation } from '../shared/operation';
import { itemOfAll } from '../shared/run-action';
import { connectCampaigns } from './connect-campaigns';
import { asksForEach } from './fields';
import { formatCounts } from './format-counts';
import { listRecipients, readPlan } from './read-plan';
import { recipientFields, recipientOptions } from './recipient-fields';

/** Does everything except sending: decides what would be sent now to the recipients of all items, and why. */
export const dryRun: Operation = {
	value: 'dryRun',
	name: 'Dry Run',
	description: 'See what would be sent to the incoming items now, and why, without sending it',
	action: 'See what a campaign would send',
	fields: recipientFields,
	options: recipientOptions,
	outputs: ['Decided', 'Invalid'],
	async forAllItems(context) {
		const connected = await connectCampaigns(context);
		const list = listRecipients(context, connected);
		const plan = readPlan(context, connected.credential);
		const result = await connected.sender.campaigns.dryRun(plan, list.read());
		const invalid = list.invalidItems(result.invalid);
		const { actions, messages, repeated } = result;
		const hint = formatCounts([
			[actions.freeform + actions.template, 'would be sent now'],
			[actions.hold, 'would be held'],
			[actions.skip, 'would be skipped'],
			[repeated, 'planned before'],
			[invalid.length, 'invalid'],
		]);
		const summary = { campaign: plan.id, actions, messages, repeated, invalid: invalid.length };
		const each = () =>
			result.decisions.map(({ index, retryAt, ...decision }) =>
				list.itemAt(index, { decision: { ...decision, retryAt: isoTime(retryAt) } }),
			);
		return { outputs: [asksForEach(context) ? each() : [itemOfAll(summary)], invalid], hint };
	},
};
