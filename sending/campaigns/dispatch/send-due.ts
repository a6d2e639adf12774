import type { Engine } from '../../../engine';
import { asRecipient } from '../contract/to-campaign';
import type { SendDueOptions, SendDueSummary } from '../contract/campaigns';
import type { Lane } from './lane';
import { openLane } from './lane';
import type { LaneOptions } from './lane-state';
import { openTally } from './tally';
import { endCampaigns } from '../end-campaigns';

/** Claims nothing after this long. ms */
const BUDGET = 50_000;
const PROGRESS = 1_000;

type OfLane = Omit<LaneOptions, 'channel' | 'campaign' | 'tally' | 'tell' | 'isOver'>;

async function channelsOf(engine: Engine, { campaign, channel }: SendDueOptions): Promise<string[]> {
	const { campaigns } = engine.store;
	if (campaign !== undefined) {
		const found = await campaigns.find(campaign);
		if (!found) throw new Error(`There is no campaign "${campaign}".`);
		return channel === undefined || channel === found.channel ? [found.channel] : [];
	}
	return (await campaigns.channels()).filter((one) => channel === undefined || one === channel);
}

/** Sends what is due, from each number in a lane of its own. */
export async function sendDue(ofLane: OfLane, options: SendDueOptions = {}): Promise<SendDueSummary> {
	const { engine } = ofLane;
	const { campaign, budgetMs = BUDGET, signal, onProgress, onRecipient } = options;
	const endsAt = performance.now() + budgetMs;
	const tally = openTally();
	const isOver = () => signal?.aborted === true || performance.now() >= endsAt;
	const ended = () => (signal?.aborted ? 'aborted' : performance.now() >= endsAt ? 'budget' : 'nothing-due');

	const channels = await channelsOf(engine, options);
	await Promise.all(channels.map((one) => ofLane.clock.freshen(one)));
	await endCampaigns(engine, channels);
	const lanes: Lane[] = channels.map((channel) =>
		openLane({
			...ofLane,
			channel,
			campaign,
			tally,
			isOver,
			...(onRecipient && { tell: (recipient) => onRecipient(asRecipient(recipient)) }),
		}),
	);
	const end = () => lanes.forEach((lane) => lane.end());
	signal?.addEventListener('abort', end);
	const over = setTimeout(end, Math.min(budgetMs, 2 ** 31 - 1));
	const progress = setInterval(() => onProgress?.(tally.summary(ended())), PROGRESS);
	try {
		const results = await Promise.allSettled(lanes.map((lane) => lane.run()));
		const broken = results.find((result) => result.status === 'rejected');
		if (broken) throw broken.reason as Error;
	} finally {
		clearTimeout(over);
		clearInterval(progress);
		signal?.removeEventListener('abort', end);
	}
	await endCampaigns(engine, channels);
	const summary = tally.summary(ended());
	onProgress?.(summary);
	return summary;
}
