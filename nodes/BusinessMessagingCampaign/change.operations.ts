import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { RetriedRecipients } from '../../engine';
import { asUnits, leftOfBudget } from '../../engine';
import type { Campaign } from '../../sending';
import { countWaiting, retrySentence, whatRetryCannotHelp } from '../../sending';
import { campaignField } from '../shared/campaign-list';
import type { ItemCall, Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { text } from '../shared/read/values';
import { campaignJson, sentenceIn } from './campaign-json';
import type { OpenedCampaigns } from './campaigns';
import { namedCampaign, ofCampaign } from './campaigns';
import { newBudget, reasonField } from './fields';
import { readBudget } from './read-plan';
import { changeSentence, repeatedReads } from './sentences';

type Shown = Pick<Operation, 'value' | 'name' | 'description' | 'action' | 'fields'>;
export type ChangeCall = ItemCall & OpenedCampaigns & { campaign: string };

/** How campaigns are after they were changed. */
export function changeHint(output: IDataObject[], context: IExecuteFunctions): string | undefined {
	// Items of errors have no campaign.
	const changed = output.filter(({ campaign }) => campaign !== undefined);
	const sentences = new Set(changed.map(changeSentence));
	return [...sentences, repeatedReads(changed, context)].filter(Boolean).join('\n') || undefined;
}

/** An operation that changes the state of a campaign, and returns the campaign, with what more is known of the change. */
const changesState = (
	shown: Shown,
	change: (call: ChangeCall) => Promise<Campaign>,
	more: (call: ChangeCall, changed: Campaign) => Promise<IDataObject> = async () => ({}),
): Operation => ({
	...shown,
	named: namedCampaign,
	hint: changeHint,
	forEachItem: perItem(ofCampaign, async (call) => {
		const changed = await change(call);
		return { json: { ...campaignJson(changed, call.timeZone), ...(await more(call, changed)) } };
	}),
});

/** How many recipients wait for their message, and how many messages go out at this moment. */
async function countThoseWhoWait({ campaigns, campaign, channel }: ChangeCall): Promise<IDataObject> {
	const { counts } = await campaigns.report(campaign, { channel });
	return { waiting: countWaiting(counts), sending: counts.sending };
}

/** What a campaign with a budget can still spend, in units of the currency. */
async function budgetLeft({ store }: ChangeCall, campaign: Campaign): Promise<IDataObject> {
	const left = await leftOfBudget(store, campaign);
	return left === undefined ? {} : { budgetLeft: asUnits(left) };
}

/** Why a person changes a campaign, if they say so. */
export const reasonIn = ({ get }: ItemCall) => text(get('reason', '')) || undefined;

export const pause = changesState(
	{
		value: 'pause',
		name: 'Pause',
		description: 'Stop sending a campaign until it is resumed',
		action: 'Pause a campaign',
		fields: [campaignField, reasonField],
	},
	({ campaigns, campaign, channel, ...call }) => campaigns.pause(campaign, reasonIn(call), { channel }),
	countThoseWhoWait,
);

export const resume = changesState(
	{
		value: 'resume',
		name: 'Resume',
		description: 'Continue a paused campaign',
		action: 'Resume a campaign',
		fields: [campaignField, newBudget],
	},
	({ campaigns, campaign, channel, get }) => {
		const budget = readBudget(get('newBudget', 0), newBudget.displayName);
		return campaigns.resume(campaign, { channel, ...(budget !== undefined && { budget }) });
	},
	async (call, resumed) => ({ ...(await countThoseWhoWait(call)), ...(await budgetLeft(call, resumed)) }),
);

const what: INodeProperties = {
	displayName: 'Recipients',
	name: 'what',
	type: 'options',
	options: [
		{ name: 'Failed', value: 'failed', description: 'The gateway refused the message permanently' },
		{
			name: 'Held',
			value: 'held',
			description: 'The rules are asked now instead of when the message is due',
		},
		{
			name: 'Unconfirmed',
			value: 'unconfirmed',
			description: 'The answer was lost. The message may have been sent, so the customer may get it twice.',
		},
		{
			name: 'Unconfirmed Without Trace',
			value: 'unconfirmedWithoutTrace',
			description:
				'Statuses of the messages around it arrived within 15 minutes, and none of its own. The message was probably not sent, but the customer may still get it twice.',
		},
	],
	default: 'failed',
	description: 'The recipients that the next Send Due tries again',
};

/** Lets the next Send Due try recipients again. */
export const retry: Operation = {
	value: 'retry',
	name: 'Retry',
	description: 'Let Send Due try recipients again that failed, are held, or are unconfirmed',
	action: 'Retry recipients of a campaign',
	named: namedCampaign,
	fields: [campaignField, what],
	hint: (output, context) => {
		// Items of errors have no count.
		const retried = output.filter(({ planned }) => planned !== undefined);
		const [first] = retried;
		if (!first) return undefined;
		const planned = retried.reduce((sum, each) => sum + Number(each.planned), 0);
		const what = retrySentence(first.recipients as RetriedRecipients, {
			planned,
			isPaused: retried.some(({ state }) => state === 'paused'),
			warning: retried.map(({ warning }) => warning).find((warning) => typeof warning === 'string'),
		});
		return [what, repeatedReads(retried, context)].filter(Boolean).join('\n');
	},
	forEachItem: perItem(ofCampaign, async ({ campaigns, campaign, channel, get, timeZone }) => {
		const recipients = get<RetriedRecipients | ''>('what', '') || 'failed';
		const before = await campaigns.report(campaign, { channel });
		const warning = recipients === 'failed' ? whatRetryCannotHelp(before) : undefined;
		const planned = await campaigns.retry(campaign, recipients, { channel });
		const { state } = before.campaign;
		return { json: { campaign, recipients, planned, state, warning: sentenceIn(timeZone, warning) } };
	}),
};
