import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Store } from '../../engine';
import { inMillionths, shippedPolicy, spendCapsOf } from '../../engine';
import type { Campaign, DryRunResult } from '../../sending';
import { heldByTemplate } from '../../sending';
import type { Connected } from '../shared/connect';
import { refuseOtherStore } from '../shared/events/refuse-other-store';
import type { Operation } from '../shared/operation';
import { itemOfAll } from '../shared/run-action';
import { costRangeJson } from '../shared/spending-json';
import { inHint } from '../shared/template/fill-template';
import { isoTime, withLocalTimes } from '../shared/times';
import { campaignJson, isFinished } from './campaign-json';
import { connectCampaigns } from './campaigns';
import { asksForEach, nextStep, recipientFields, recipientOptions } from './fields';
import { dryRunSentence, planSentence, usesFirstOnly } from './plan-sentences';
import type { RecipientList } from './read-plan';
import { listRecipients, readPlan } from './read-plan';

/** The same as for every operation on campaigns, unless the items are of a trigger with another store. */
async function connectRecipients(context: IExecuteFunctions): Promise<Connected> {
	const connected = await connectCampaigns(context);
	await refuseOtherStore(context, connected);
	return connected;
}

/** The rules that limit what a campaign's messages cost, of the version of the policy that it keeps. */
async function spendCapsIn({ policies }: Store, { policy: { name, version } }: Campaign): Promise<string[]> {
	const policy = shippedPolicy(name, version) ?? (await policies.find(name, version))?.document;
	return policy ? spendCapsOf(policy) : [];
}

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
	refused: 'Nothing was planned.',
	async forAllItems(context, itemIndexes) {
		const connected = await connectRecipients(context);
		const {
			sender,
			store,
			credential: { channel, account },
		} = connected;
		const list = listRecipients(context, connected, { files: 'upload', itemIndexes });
		const statuses: INodeExecutionData[] = [];
		const onRecipient = (index: number, status: string) => statuses.push(list.itemAt(index, { status }));
		const { campaign, planned, repeated, alreadyPlanned, firstRepeated, cost, ...result } =
			await sender.campaigns.plan(
				await readPlan(context, connected, itemIndexes),
				list.read(),
				asksForEach(context) ? { onRecipient } : {},
			);
		const invalid = list.invalidItems(result.invalid);
		const first = list.first();
		const hasNobodyLeft = await isFinished(sender.campaigns, campaign);
		const why =
			planned > 0 && first
				? await heldByTemplate({ ...connected, number: { channel, account } }, first)
				: undefined;
		const timeZone = context.getTimezone();
		const { campaign: id, ...state } = campaignJson(campaign, timeZone, { isFinished: hasNobodyLeft });
		const summary = {
			campaign: id,
			planned,
			repeated,
			repeatedRecipients: result.repeatedRecipients,
			alreadyPlanned,
			invalid: invalid.length,
			...state,
			...(cost && { cost: costRangeJson(cost) }),
		};
		return {
			outputs: [asksForEach(context) ? statuses : [itemOfAll(summary)], invalid],
			hint: withLocalTimes(
				planSentence({
					planned,
					repeated,
					alreadyPlanned,
					firstRepeated,
					invalid,
					isFinished: hasNobodyLeft,
					why,
					isPaused: campaign.state === 'paused',
					cost,
					budget: campaign.budget?.amount,
					policy: campaign.policy.name,
					spendCaps: await spendCapsIn(store, campaign),
					isFirstOnly: usesFirstOnly(context),
					listedTwice: list.listedTwice(),
				}),
				timeZone,
			),
		};
	},
};

/** Whether no customer of the number is known to have written within the last 24 hours. */
async function hasNoOpenConversation({ engine, credential }: Connected): Promise<boolean> {
	const { channel } = credential;
	return (await engine.openConversations({ channel, limit: 1 })).length === 0;
}

/** What the first recipient would get, if that's a text or a template; for the hint. */
async function firstMessage(
	list: RecipientList,
	{ decisions }: Pick<DryRunResult, 'decisions'>,
): Promise<string | undefined> {
	const first = list.first();
	const decision = decisions.find(({ to }) => to === first?.to);
	if (!first || !decision) return undefined;
	const { freeform } = first;
	const text = freeform?.type === 'text' ? freeform.text.body : undefined;
	// What is said is only an example: if the gateway can't be asked, the counts are there all the same.
	const says = decision.action === 'freeform' ? text : await list.firstTemplate().catch(() => undefined);
	if (!says) return undefined;
	const goesOut = decision.action === 'freeform' || decision.action === 'template';
	const what = goesOut
		? `The first message, to ${inHint(first.to)}`
		: `The message of the first recipient, ${inHint(first.to)}, which wouldn't go out now`;
	return `${what}:<br>${inHint(says)}`;
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
	refused: "This campaign can't be planned.",
	async forAllItems(context, itemIndexes) {
		const connected = await connectRecipients(context);
		const list = listRecipients(context, connected, { files: 'check', itemIndexes });
		const plan = await readPlan(context, connected, itemIndexes);
		const result = await connected.sender.campaigns.dryRun(plan, list.read());
		const invalid = list.invalidItems(result.invalid);
		const { actions, messages, repeated, planned } = result;
		const timeZone = context.getTimezone();
		const hasNobodyLeft = planned > 0 && (await isFinished(connected.sender.campaigns, plan));
		const isNobodyKnown = actions.template > 0 && (await hasNoOpenConversation(connected));
		const sentence = dryRunSentence(result, {
			budget: plan.budget === undefined ? undefined : inMillionths(plan.budget),
			invalid,
			isFinished: hasNobodyLeft,
			isNobodyKnown,
			isFirstOnly: usesFirstOnly(context),
			listedTwice: list.listedTwice(),
		});
		const hint = withLocalTimes(sentence, timeZone);
		const { cost } = result;
		const counts = {
			actions,
			messages,
			...(cost && { cost: costRangeJson(cost) }),
			repeated,
			planned,
			invalid: invalid.length,
		};
		const summary = { summary: hint, campaign: plan.id, ...counts };
		const each = () =>
			result.decisions.map(({ index, retryAt, reason, ...decision }) =>
				list.itemAt(index, {
					decision: { ...decision, reason: withLocalTimes(reason, timeZone), retryAt: isoTime(retryAt) },
				}),
			);
		const outputs = [asksForEach(context) ? each() : [itemOfAll(summary)], invalid];
		return { outputs, hint: [hint, await firstMessage(list, result)].filter(Boolean).join('\n\n') };
	},
};
