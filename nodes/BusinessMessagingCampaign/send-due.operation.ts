import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CampaignRecipient, Campaigns, SendDueSummary } from '../../sending';
import { THROUGHPUT } from '../../platform';
import { optionsField } from '../shared/common-fields';
import { recipientJson, summaryJson } from './campaign-json';
import { connectCampaigns } from './connect-campaigns';
import { asksForEach, campaign, output } from './fields';
import { inWords } from './in-words';
import type { Operation } from './operation';
import { itemOfAll, onceForAll, shownFor } from './operation';
import { untilStopped } from './until-stopped';

const SECOND = 1_000;

const campaignOrAll: INodeProperties = {
	...campaign,
	required: false,
	description: 'All campaigns of the number and the messages that were kept, where none is chosen',
};

const messagesPerSecond: INodeProperties = {
	displayName: 'Messages per Second',
	name: 'messagesPerSecond',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1_000 },
	default: THROUGHPUT,
	description:
		'How fast the number may send. The platform allows a number 80, more to some and 20 to numbers that an app uses too. All executions share it.',
};

const timeBudget: INodeProperties = {
	displayName: 'Time Budget (Seconds)',
	name: 'timeBudget',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description:
		'After this time nothing more is begun; what is left goes out the next time. With a schedule of every minute, 50 keep executions from piling up.',
};

/** What was done, in words. */
function describe({ accepted, held, skipped, failed, unconfirmed, paused, halted }: SendDueSummary): string {
	const counts = inWords([
		[accepted, 'sent'],
		[held, 'held'],
		[skipped, 'skipped'],
		[failed, 'failed'],
		[unconfirmed, 'unconfirmed'],
	]);
	const incidents = [
		...paused.map((each) => `${each.campaign} was paused: ${each.why}`),
		...halted.map(({ why }) => why),
	];
	return [counts === '' ? 'Nothing was due' : counts, ...incidents].join('. ');
}

/** A number of the options. @throws Error where it is none, or not above 0 */
function readNumber(
	context: IExecuteFunctions,
	{ name, displayName, default: usual }: INodeProperties,
): number {
	const given = context.getNodeParameter(`options.${name}`, 0, usual as number);
	const number = Number(given);
	if (number > 0) return number;
	throw new Error(`${displayName} is not a number above 0: ${String(given)}`);
}

/** @throws Error where a campaign goes out from another number than the credential's */
async function checkNumber(campaigns: Campaigns, id: string, channel: string): Promise<void> {
	const found = id === '' ? undefined : await campaigns.get(id);
	if (!found || found.channel === channel) return;
	throw new Error(
		`The campaign "${id}" goes out from the number ${found.channel}, and the credential is for ${channel}: choose the credential that it was planned with.`,
	);
}

/** Sends what is due, once for all items that come in. */
export const sendDue: Operation = {
	description: shownFor('sendDue', [campaignOrAll, output, optionsField([messagesPerSecond, timeBudget])]),
	run: onceForAll(async (context) => {
		const isRateGiven = context.getNodeParameter(`options.${messagesPerSecond.name}`, 0, '') !== '';
		const perSecond = isRateGiven ? readNumber(context, messagesPerSecond) : undefined;
		const budgetMs = readNumber(context, timeBudget) * SECOND;
		const { sender, credential } = await connectCampaigns(context, perSecond);
		const given = context.getNodeParameter('campaign', 0, '', { extractValue: true }) as string | null;
		const chosen = (given ?? '').trim();
		await checkNumber(sender.campaigns, chosen, credential.channel);
		const what = { channel: credential.channel, ...(chosen !== '' && { campaign: chosen }) };
		const each: INodeExecutionData[] = [];
		const onRecipient = (recipient: CampaignRecipient) => each.push(itemOfAll(recipientJson(recipient)));
		const forEach = asksForEach(context) ? { onRecipient } : {};
		const summary = await untilStopped(context, (signal) =>
			sender.campaigns.sendDue({ ...what, budgetMs, signal, ...forEach }),
		);
		context.addExecutionHints({ message: describe(summary), location: 'outputPane' });
		return [asksForEach(context) ? each : [itemOfAll(summaryJson(summary))]];
	}),
};
