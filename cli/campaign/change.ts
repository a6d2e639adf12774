import * as z from 'zod';
import type { Engine, Store } from '../../engine';
import { createEngine, leftOfBudget, resumedBudgetText } from '../../engine';
import type { Campaign } from '../../sending';
import {
	cancelledSentence,
	changeCampaigns,
	countWaiting,
	readCampaigns,
	retrySentence,
	whatRetryCannotHelp,
} from '../../sending';
import { action } from '../command';
import { isConfirmed, yes } from '../confirm';
import { flag, json, list, oneOf, storeFlag } from '../flags';
import { printJson, printLines } from '../print';
import { inLocalTimes } from '../local-times';
import { withStore } from '../with-store';
import { campaignWord, ofNumber } from './campaign-flags';

const flags = {
	store: storeFlag,
	channel: ofNumber,
	json,
};

const why = flag('TEXT', 'Why, for those who read the report (default: a sentence)', z.string().optional());

/** Says what a campaign is now, and what comes next. */
function printChanged(campaign: Campaign, { json: isJson }: { json: boolean }, next: string): void {
	if (isJson) return printJson(campaign);
	printLines([`The campaign ${campaign.id} (number ${campaign.channel}) is ${campaign.state}. ${next}`]);
}

/** `campaign pause`: stops sending. */
export const pause = action({
	name: 'pause',
	word: campaignWord,
	does: 'Stop sending until the campaign is resumed. Messages that are being sent are finished',
	flags: { ...flags, why },
	run: ({ flags: given, word }) =>
		withStore(given, async (store) => {
			const { channel } = given;
			const paused = await changeCampaigns(createEngine({ store })).pause(word, given.why, { channel });
			const resume = `business-messaging campaign resume ${word}`;
			printChanged(paused, given, `It sends nothing until you resume it: ${resume}`);
		}),
});

/** An amount of money, in units of a currency. */
const amount = z
	.string()
	.refine((text) => /^\d+(\.\d{1,6})?$/.test(text) && Number(text) > 0, {
		error: ({ input }) => `must be an amount above 0, such as 12.50, not "${String(input)}"`,
	})
	.transform(Number);

/** What comes next for a campaign that was resumed. */
async function nextOfResumed(store: Store, campaign: Campaign): Promise<string> {
	const next = 'The next Send Due continues it.';
	const left = await leftOfBudget(store, campaign);
	if (left === undefined) return next;
	const raise = `run business-messaging campaign resume ${campaign.id} with a bigger --budget`;
	return `${next} ${resumedBudgetText(campaign.budget!.currency, left, raise)}.`;
}

/** `campaign resume`: continues. */
export const resume = action({
	name: 'resume',
	word: campaignWord,
	does: 'Continue a paused campaign, with a bigger budget if it needs one',
	flags: {
		...flags,
		budget: flag(
			'AMOUNT',
			'What the whole campaign may cost from now on, with what it has spent already. Only for a campaign that was planned with a budget (default: as before)',
			amount.optional(),
		),
	},
	run: ({ flags: given, word }) =>
		withStore(given, async (store) => {
			const { channel, budget } = given;
			const campaigns = changeCampaigns(createEngine({ store }));
			const resumed = await campaigns.resume(word, { channel, ...(budget !== undefined && { budget }) });
			printChanged(resumed, given, await nextOfResumed(store, resumed));
		}),
});

/** What cancelling takes from whom. */
async function costOfCancelling(engine: Engine, id: string, channel: string | undefined): Promise<string> {
	const { campaign, total, counts } = await readCampaigns(engine).report(id, { channel });
	return `This cancels the campaign ${campaign.id} (number ${campaign.channel}) for good: ${countWaiting(counts)} of ${total} recipients still wait, and won't get their message.`;
}

const recipient = flag(
	'NUMBER',
	'Only this recipient, by phone number, or by the key that it was planned with; can be repeated (default: the whole campaign)',
	list(z.string()),
);

/** Takes the message from some recipients. The campaign continues. */
async function cancelSome(
	engine: Engine,
	id: string,
	given: {
		channel?: string | undefined;
		recipient: string[];
		why?: string | undefined;
		yes: boolean;
		json: boolean;
	},
): Promise<void> {
	const { channel, recipient: recipients } = given;
	const what = `This takes the message of the campaign ${id} from ${recipients.join(', ')} for good.`;
	if (!(await isConfirmed([what], given))) return;
	const { campaign, ...done } = await changeCampaigns(engine).cancelRecipients(id, recipients, given.why, {
		channel,
	});
	if (given.json) return printJson({ ...campaign, ...done });
	printLines([cancelledSentence(campaign.id, done)]);
}

/** `campaign cancel`: ends a campaign, or takes some recipients out of it. */
export const cancel = action({
	name: 'cancel',
	word: campaignWord,
	does: "End a campaign for good, or take some recipients out of it. Those who haven't got their message are skipped",
	flags: { ...flags, recipient, why, yes },
	run: ({ flags: given, word }) =>
		withStore(given, async (store) => {
			const { channel } = given;
			const engine = createEngine({ store });
			if (given.recipient.length > 0) return cancelSome(engine, word, given);
			if (!(await isConfirmed([await costOfCancelling(engine, word, channel)], given))) return;
			const cancelled = await changeCampaigns(engine).cancel(word, given.why, { channel });
			if (cancelled.state === 'cancelled' || given.json)
				return printChanged(cancelled, given, "Those who hadn't got their message are skipped.");
			printLines([
				`The campaign ${cancelled.id} (number ${cancelled.channel}) was finished before, so nothing was cancelled.`,
			]);
		}),
});

/** Which recipients are sent to again, by the words of the flag. */
const RETRIED = {
	failed: 'failed',
	held: 'held',
	unconfirmed: 'unconfirmed',
	'unconfirmed-without-trace': 'unconfirmedWithoutTrace',
} as const;
type Retried = keyof typeof RETRIED;

/** What can go wrong if messages are sent again whose answers were lost; `undefined` for the others. */
const RISKS: Readonly<Partial<Record<Retried, string>>> = {
	unconfirmed:
		'This sends messages again whose answers were lost. The platform may have delivered them, so customers may get them twice.',
	'unconfirmed-without-trace':
		'This sends messages again whose answers were lost and that left no trace. They were probably not sent, but customers may still get them twice.',
};

/** `campaign retry`: lets recipients be sent to again. */
export const retry = action({
	name: 'retry',
	word: campaignWord,
	does: 'Let the next Send Due try recipients again that failed, are held, or are unconfirmed',
	flags: {
		...flags,
		recipients: flag(
			'WHICH',
			'Which recipients: failed (the gateway refused the message for good), held (asks the rules now instead of when the message is due), unconfirmed (the answer was lost, so customers may get the message twice), or unconfirmed-without-trace (of these, the ones that were probably not sent) (default: failed)',
			oneOf(Object.keys(RETRIED) as [Retried, ...Retried[]]).default('failed'),
		),
		yes,
	},
	run: ({ flags: given, word }) =>
		withStore(given, async (store) => {
			const { channel, recipients } = given;
			const risk = RISKS[recipients];
			if (risk !== undefined && !(await isConfirmed([risk], given))) return;
			const what = RETRIED[recipients];
			const engine = createEngine({ store });
			const before = await readCampaigns(engine).report(word, { channel });
			const planned = await changeCampaigns(engine).retry(word, what, { channel });
			if (given.json) return printJson({ campaign: word, recipients, planned });
			const isPaused = before.campaign.state === 'paused';
			const warning = what === 'failed' ? whatRetryCannotHelp(before) : undefined;
			printLines([retrySentence(what, { planned, isPaused, warning: warning && inLocalTimes(warning) })]);
		}),
});
