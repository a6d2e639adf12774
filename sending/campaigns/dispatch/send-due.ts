import { every } from '../../../base';
import type { Engine, StoredRecipient } from '../../../engine';
import type { GatewayClient } from '../../../gateway';
import type { SendDueOptions, SendDueSummary } from '../contract';
import { toRecipient } from '../shown';
import { tellBudgets } from '../budgets';
import { endCampaigns } from '../end-campaigns';
import { pausedCampaigns } from '../paused-campaigns';
import { findCampaign } from '../read-campaigns';
import type { DispatcherOptions } from './dispatch';
import { openDispatcher } from './dispatcher';
import { openSendSummary } from './send-summary';

/** Claims nothing after this long. ms */
const BUDGET = 50_000;
const PROGRESS = 1_000;
/** The longest that a timer can wait. ms */
const LONGEST = 2 ** 31 - 1;

export interface SendDueParts extends Omit<
	DispatcherOptions,
	'channel' | 'campaign' | 'summary' | 'tell' | 'isOver'
> {
	gateway: GatewayClient;
	setRate(channel: string): Promise<void>;
}

async function channelsOf(engine: Engine, { campaign, channel }: SendDueOptions): Promise<string[]> {
	if (campaign !== undefined) {
		return [(await findCampaign(engine, campaign, channel)).channel];
	}
	const channels = await engine.store.campaigns.channels();
	return channels.filter((one) => channel === undefined || one === channel);
}

/** Sends what is due, with one dispatcher for each number. */
export async function sendDue(
	{ gateway, setRate, ...parts }: SendDueParts,
	options: SendDueOptions = {},
): Promise<SendDueSummary> {
	const { engine, clock } = parts;
	const { runtime } = engine;
	const { campaign, budgetMs = BUDGET, signal, onProgress, onRecipient } = options;
	const endsAt = runtime.monotonic() + budgetMs;
	const summary = openSendSummary(runtime);
	const isSpent = () => runtime.monotonic() >= endsAt;
	const isOver = () => signal?.aborted === true || isSpent();
	const ended = () => (signal?.aborted ? 'aborted' : isSpent() ? 'budget' : 'nothing-due');

	const channels = await channelsOf(engine, options);
	await Promise.all(channels.flatMap((one) => [clock.freshen(one), setRate(one)]));
	await endCampaigns(engine, channels);
	summary.budgets(await tellBudgets(engine, channels));
	const tell = onRecipient && ((recipient: StoredRecipient) => onRecipient(toRecipient(recipient)));
	const dispatchers = channels.map((channel) =>
		openDispatcher({ ...parts, channel, campaign, summary, isOver, ...(tell && { tell }) }, gateway),
	);
	const end = () => dispatchers.forEach((dispatcher) => dispatcher.end());
	signal?.addEventListener('abort', end);
	const cancelEnd = runtime.after(Math.min(budgetMs, LONGEST), end);
	const stopProgress = every(runtime, PROGRESS, () => onProgress?.(summary.read(ended())));
	try {
		const results = await Promise.allSettled(dispatchers.map((dispatcher) => dispatcher.run()));
		const broken = results.find((result) => result.status === 'rejected');
		if (broken) throw broken.reason as Error;
	} finally {
		cancelEnd();
		stopProgress();
		signal?.removeEventListener('abort', end);
	}
	await endCampaigns(engine, channels);
	summary.budgets(await tellBudgets(engine, channels));
	for (const paused of await pausedCampaigns(engine, options)) summary.paused(paused);
	const total = summary.read(ended());
	onProgress?.(total);
	return total;
}
