import { isoTime } from '../shared/json/iso-time';
import { connectCampaigns } from './connect-campaigns';
import { asksForEach } from './fields';
import { inWords } from './count-texts';
import type { Operation } from './operation';
import { itemOfAll, onceForAll } from './operation';
import { listRecipients, readPlan } from './read-plan';

/** Everything but the sending: what would go out now to the recipients of all items, and why. */
export const dryRun: Operation = {
	description: [],
	outputs: ['Decided', 'Invalid'],
	run: onceForAll(async (context) => {
		const connected = await connectCampaigns(context);
		const list = listRecipients(context, connected);
		const plan = readPlan(context, connected.credential);
		const result = await connected.sender.campaigns.dryRun(plan, list.read());
		const invalid = list.invalidItems(result.invalid);
		const { actions, messages, repeated } = result;
		const message = inWords([
			[actions.freeform + actions.template, 'would be sent now'],
			[actions.hold, 'would be held'],
			[actions.skip, 'would be skipped'],
			[repeated, 'planned before'],
			[invalid.length, 'invalid'],
		]);
		if (message !== '') context.addExecutionHints({ message, location: 'outputPane' });
		const summary = { campaign: plan.id, actions, messages, repeated, invalid: invalid.length };
		const each = () =>
			result.decisions.map(({ index, retryAt, ...decision }) =>
				list.itemAt(index, { decision: { ...decision, retryAt: isoTime(retryAt) } }),
			);
		return [asksForEach(context) ? each() : [itemOfAll(summary)], invalid];
	}),
};
