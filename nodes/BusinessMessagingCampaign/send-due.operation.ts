import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { once, SECOND } from '../../base';
import { THROUGHPUT } from '../../platform';
import type { CampaignRecipient } from '../../sending';
import { campaignField } from '../shared/campaign-list';
import type { Operation } from '../shared/operation';
import { readName } from '../shared/read/values';
import { itemOfAll } from '../shared/run-action';
import { recipientJson, summaryJson } from './campaign-json';
import { connectCampaigns, namedCampaign } from './campaigns';
import { asksForEach, nextStep, outputField } from './fields';
import type { Unsent } from './sentences';
import { sendDueSentence } from './sentences';

/**
 * Aborts when n8n is asked to end: it then doesn't cancel executions, but waits a while and exits. Meanwhile schedules
 * still begin executions, so this listens from the first execution until the process ends.
 */
const whenEnding = once(() => {
	const ending = new AbortController();
	process.once('SIGTERM', () => ending.abort());
	return ending.signal;
});

/** Acts with a signal that aborts when the execution is stopped or times out, and when n8n is asked to end. */
export function untilStopped<Result>(
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>,
	act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const cancelled = context.getExecutionCancelSignal();
	return act(cancelled ? AbortSignal.any([cancelled, whenEnding()]) : whenEnding());
}

/** The states of which the hint says why. */
const UNSENT: ReadonlySet<string> = new Set(['held', 'skipped', 'failed']);

const campaignOrAll: INodeProperties = {
	...campaignField,
	required: false,
	hint: 'Empty: all campaigns, and the messages that Send Auto kept',
};

const messagesPerSecond: INodeProperties = {
	displayName: 'Messages per Second',
	name: 'messagesPerSecond',
	type: 'number',
	typeOptions: { minValue: 0.01, maxValue: 1_000 },
	default: THROUGHPUT,
	hint: 'Applies to everything that the number sends from then on, also after you remove this option. To go back, enter the former value.',
	description:
		'How fast the number can send; 0.1 is a message every 10 seconds. The platform allows 80, more for some numbers, and 20 for numbers that are also used in an app. All executions share this rate.',
};

const timeBudget: INodeProperties = {
	displayName: 'Time Budget (Seconds)',
	name: 'timeBudget',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description:
		'No new message is sent after this time. What is left is sent the next time. If you run this every minute, 50 seconds keeps executions from piling up.',
};

/** A number of an item's options. @throws Error if it isn't a number above 0 */
function readNumber(
	context: IExecuteFunctions,
	itemIndex: number,
	{ name, displayName, default: usual }: INodeProperties,
): number {
	const given = context.getNodeParameter(`options.${name}`, itemIndex, usual as number);
	const number = Number(given);
	if (number > 0) return number;
	throw new Error(`${displayName} must be a number above 0, not ${String(given)}.`);
}

/**
 * The campaign that items are about; all of them if an item names none.
 * @throws Error if they name several
 */
function chosenCampaign(context: IExecuteFunctions, itemIndexes: readonly number[]): string | undefined {
	const campaigns = new Set(
		itemIndexes.map((index) =>
			readName(
				context.getNodeParameter('campaign', index, '', { extractValue: true }),
				campaignField.displayName,
			),
		),
	);
	const [campaign, other] = campaigns;
	if (campaigns.has('')) return undefined;
	if (other === undefined) return campaign;
	throw new Error(
		`Nothing was sent. The items name ${campaigns.size} campaigns, such as ${campaign} and ${other}. Send Due sends one campaign, or all. Leave Campaign empty for all, or put a Loop Over Items node before this node.`,
	);
}

/** Sends what is due, once for all incoming items. */
export const sendDue: Operation = {
	value: 'sendDue',
	name: 'Send Due',
	description: 'Send what is due in all campaigns, or in one. Run it every minute with a Schedule Trigger.',
	action: 'Send what is due',
	fields: [
		nextStep(
			'sendDueNext',
			'This sends what Plan saved, what Send Auto kept, and what is due again. Run it every minute with a Schedule Trigger.',
		),
		campaignOrAll,
		outputField,
	],
	options: [messagesPerSecond, timeBudget],
	numbers: 'all',
	named: namedCampaign,
	async forAllItems(context, itemIndexes) {
		const [first = 0] = itemIndexes;
		const isRateGiven = context.getNodeParameter(`options.${messagesPerSecond.name}`, first, '') !== '';
		const perSecond = isRateGiven ? readNumber(context, first, messagesPerSecond) : undefined;
		const budgetMs = readNumber(context, first, timeBudget) * SECOND;
		const campaign = chosenCampaign(context, itemIndexes);
		const { sender, credential } = await connectCampaigns(context, perSecond);
		const what = { channel: credential.channel, campaign };
		const each: INodeExecutionData[] = [];
		const timeZone = context.getTimezone();
		const unsent = new Map<string, Unsent>();
		const onRecipient = (recipient: CampaignRecipient) => {
			const { campaign, key, state, reason } = recipient;
			const id = JSON.stringify([campaign, key]);
			if (UNSENT.has(state)) unsent.set(id, { campaign, state, reason });
			else unsent.delete(id);
			if (asksForEach(context)) each.push(itemOfAll(recipientJson(recipient, timeZone)));
		};
		const summary = await untilStopped(context, (signal) =>
			sender.campaigns.sendDue({ ...what, budgetMs, signal, onRecipient }),
		);
		const items = asksForEach(context) ? each : [itemOfAll(summaryJson(summary))];
		const hint = sendDueSentence(summary, [...unsent.values()], timeZone, campaign);
		return { outputs: [items], hint };
	},
};
