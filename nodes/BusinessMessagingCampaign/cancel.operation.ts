import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { cancelledSentence } from '../../sending';
import { campaignField } from '../shared/campaign-list';
import type { Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { readList } from '../shared/read/values';
import { campaignJson } from './campaign-json';
import { namedCampaign, ofCampaign } from './campaigns';
import type { ChangeCall } from './change.operations';
import { changeHint, reasonIn } from './change.operations';
import { nextStep, reasonField } from './fields';

const cancelWhat: INodeProperties = {
	displayName: 'Cancel',
	name: 'cancelWhat',
	type: 'options',
	options: [
		{ name: 'Whole Campaign', value: 'campaign', description: "It ends, and can't be resumed" },
		{ name: 'Some Recipients', value: 'recipients', description: 'The campaign continues for the others' },
	],
	default: 'campaign',
};

const cancelledRecipients: INodeProperties = {
	displayName: 'Recipients',
	name: 'cancelledRecipients',
	type: 'string',
	required: true,
	default: '',
	placeholder: '491701234567, 491707654321',
	displayOptions: { show: { cancelWhat: ['recipients'] } },
	description:
		'The phone numbers of the recipients, separated by commas. If the campaign was planned with a Recipient Key, enter keys instead.',
};

/** Cancels the message to some recipients. @throws Error if none is named */
async function cancelSome({
	campaigns,
	campaign,
	channel,
	timeZone,
	...call
}: ChangeCall): Promise<IDataObject> {
	const recipients = readList(call.get(cancelledRecipients.name, ''));
	if (recipients.length === 0) {
		throw new Error('Recipients is empty. Enter phone numbers, or set Cancel to Whole Campaign.');
	}
	const { campaign: changed, ...done } = await campaigns.cancelRecipients(
		campaign,
		recipients,
		reasonIn(call),
		{ channel },
	);
	return { ...campaignJson(changed, timeZone), ...done };
}

/** Whether a campaign ends. Nothing undoes that, so a text that an expression got wrong doesn't mean it. */
function isWholeCampaign(what: string): boolean {
	if (what === 'campaign') return true;
	if (what === 'recipients') return false;
	throw new Error(
		`Cancel must be "campaign" (Whole Campaign) or "recipients" (Some Recipients), not "${what}". Nothing was cancelled.`,
	);
}

/** What became of recipients who were cancelled, for each campaign. */
function cancelledHint(output: readonly IDataObject[]): string[] {
	const ofRecipients = output.filter(({ notWaiting }) => Array.isArray(notWaiting));
	const ids = new Set(ofRecipients.map(({ campaign }) => String(campaign)));
	return [...ids].map((id) => {
		const those = ofRecipients.filter(({ campaign }) => campaign === id);
		return cancelledSentence(id, {
			skipped: those.reduce((sum, { skipped }) => sum + Number(skipped), 0),
			notWaiting: those.flatMap(({ notWaiting }) => notWaiting as string[]),
		});
	});
}

/** Cancels a campaign, and says how many recipients had no message then, and get none. */
async function cancelAll(call: ChangeCall): Promise<IDataObject> {
	const { campaigns, campaign, channel, timeZone } = call;
	const changed = await campaigns.cancel(campaign, reasonIn(call), { channel });
	const { reasons, finished } = await campaigns.report(campaign, { channel });
	const cancelled = reasons.filter(({ rule }) => rule === 'campaign-cancelled');
	return {
		// One that is still running had nobody to cancel.
		...campaignJson(changed, timeZone, { isFinished: finished }),
		skipped: cancelled.reduce((sum, { count }) => sum + count, 0),
	};
}

/** Ends a campaign, or takes the message from some of its recipients. */
export const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	description:
		"End a campaign, or take some recipients out of it. Recipients who haven't been messaged yet are skipped permanently.",
	action: 'Cancel a campaign',
	named: namedCampaign,
	fields: [
		campaignField,
		cancelWhat,
		{
			...nextStep('cancelNext', "A cancelled campaign can't be resumed. To stop it for a while, use Pause."),
			displayOptions: { show: { cancelWhat: ['campaign'] } },
		},
		cancelledRecipients,
		reasonField,
	],
	hint: (output, context) => {
		const ofCampaigns = output.filter(({ notWaiting }) => notWaiting === undefined);
		return (
			[changeHint(ofCampaigns, context), ...cancelledHint(output)].filter(Boolean).join('\n') || undefined
		);
	},
	forEachItem: perItem(ofCampaign, async (call) => {
		const isWhole = isWholeCampaign(call.get<string>(cancelWhat.name, 'campaign'));
		return { json: isWhole ? await cancelAll(call) : await cancelSome(call) };
	}),
};
