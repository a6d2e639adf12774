import type { Connected } from '../shared/connect';
import { isoTime, withLocalTimes } from '../shared/times';
import type { Operation } from '../shared/operation';
import { itemOfAll } from '../shared/run-action';
import { connectCampaigns } from './connect-campaigns';
import { dryRunSentence } from './dry-run-sentence';
import { asksForEach, nextStep } from './fields';
import { usesFirstOnly } from './first-only';
import { isFinished } from './is-finished';
import { listRecipients, readPlan } from './read-plan';
import { recipientFields, recipientOptions } from './recipient-fields';

/** Whether no customer of the number is known to have written within the last 24 hours. */
async function hasNoOpenConversation({ engine, credential }: Connected): Promise<boolean> {
	const { channel } = credential;
	return (await engine.openConversations({ channel, limit: 1 })).length === 0;
}

/** Does everything except sending: decides what would be sent now to the recipients of all items, and why. */
export const dryRun: Operation = {
	value: 'dryRun',
	name: 'Dry Run',
	description: 'See what would be sent to the incoming items now, and why, without sending it',
	action: 'See what a campaign would send',
	fields: [
		nextStep(
			'dryRunNext',
			'This sends nothing and saves nothing. If it looks right, switch Operation to Plan. Customers who are already in the campaign are only counted.',
		),
		...recipientFields,
	],
	options: recipientOptions,
	outputs: ['Decided', 'Invalid'],
	async forAllItems(context) {
		const connected = await connectCampaigns(context);
		const list = listRecipients(context, connected, 'check');
		const plan = readPlan(context, connected.credential);
		const result = await connected.sender.campaigns.dryRun(plan, list.read());
		const invalid = list.invalidItems(result.invalid);
		const { actions, messages, repeated, planned } = result;
		const timeZone = context.getTimezone();
		const hasNobodyLeft = planned > 0 && (await isFinished(connected.sender.campaigns, plan));
		const isNobodyKnown = actions.template > 0 && (await hasNoOpenConversation(connected));
		const sentence = dryRunSentence(result, {
			invalid,
			isFinished: hasNobodyLeft,
			isNobodyKnown,
			isFirstOnly: usesFirstOnly(context),
		});
		const hint = withLocalTimes(sentence, timeZone);
		const counts = { actions, messages, repeated, planned, invalid: invalid.length };
		const summary = { summary: hint, campaign: plan.id, ...counts };
		const each = () =>
			result.decisions.map(({ index, retryAt, reason, ...decision }) =>
				list.itemAt(index, {
					decision: { ...decision, reason: withLocalTimes(reason, timeZone), retryAt: isoTime(retryAt) },
				}),
			);
		return { outputs: [asksForEach(context) ? each() : [itemOfAll(summary)], invalid], hint };
	},
};
