import type { Engine, RecipientState } from '../../engine';
import type { PausedCampaign, SendDueOptions, StateCounts } from './contract';

/** The states of recipients that something may still be sent to. */
export const WAITING_STATES: readonly RecipientState[] = ['planned', 'claimed', 'sending', 'held'];

/** Whether a campaign has recipients, and nothing more is sent to any of them, of counts by state. */
export const hasNobodyLeft = (
	counts: ReadonlyArray<{ readonly state: RecipientState; readonly count: number }>,
): boolean =>
	counts.length > 0 && !counts.some(({ state, count }) => count > 0 && WAITING_STATES.includes(state));

/** How many recipients of a campaign wait for their message, of counts by state. One that is being sent goes out. */
export const countWaiting = ({ planned = 0, claimed = 0, held = 0 }: Partial<StateCounts>): number =>
	planned + claimed + held;

/** The paused campaigns: all, or those of a number, or with an ID. Each with how many recipients wait. */
export async function pausedCampaigns(
	{ store }: Engine,
	{ channel, campaign: id }: Pick<SendDueOptions, 'channel' | 'campaign'>,
): Promise<PausedCampaign[]> {
	const found = await store.campaigns.list({ channel, id, kept: false });
	const paused = found.filter(({ state }) => state === 'paused');
	return Promise.all(
		paused.map(async (each) => {
			const counts = await store.campaigns.counts(each);
			const waiting = countWaiting(Object.fromEntries(counts.map(({ state, count }) => [state, count])));
			return {
				campaign: each.id,
				channel: each.channel,
				...(each.why !== undefined && { why: each.why }),
				waiting,
			};
		}),
	);
}
