import type { Runtime } from '../../../base';
import type { CampaignRef, RecipientEnd } from '../../../engine';
import type { EndCounts, PausedCampaign, ReachedShare, SendDueSummary } from '../contract';

/** What a `sendDue` has done so far. */
export interface SendSummary {
	claimed(count: number): void;
	/** Counts what became of a recipient. One that was held before, and came again, counts once. */
	count(of: CampaignRef, key: string, step: RecipientEnd['step'], refused: boolean): void;
	paused(campaign: PausedCampaign): void;
	/** Shares of budgets that were told. */
	budgets(reached: ReachedShare[]): void;
	halted(channel: string, until: number, why: string): void;
	/** When something is due next on a channel, as it was heard last. */
	nextDueAt(channel: string, at: number | undefined): void;
	/** The summary, if it ended now for this reason. */
	read(ended: SendDueSummary['ended']): SendDueSummary;
}

const COUNTED = {
	accept: 'accepted',
	hold: 'held',
	skip: 'skipped',
	refuse: 'failed',
	lose: 'unconfirmed',
	release: 'released',
} as const satisfies Record<RecipientEnd['step'], string>;

const NONE: EndCounts & { released: number } = {
	accepted: 0,
	held: 0,
	skipped: 0,
	failed: 0,
	unconfirmed: 0,
	released: 0,
};

export function openSendSummary({ monotonic }: Pick<Runtime, 'monotonic'>): SendSummary {
	const begunAt = monotonic();
	const counts = { claimed: 0, ...NONE, refused: 0 };
	const campaigns = new Map<string, CampaignRef & typeof NONE>();
	const held = new Set<string>();
	const paused = new Map<string, PausedCampaign>();
	const budgets: ReachedShare[] = [];
	const halted = new Map<string, { until: number; why: string }>();
	const dues = new Map<string, number>();
	return {
		claimed: (count) => void (counts.claimed += count),
		count({ channel, id }, key, step, refused) {
			const place = JSON.stringify([id, channel]);
			const ofCampaign = campaigns.get(place) ?? { channel, id, ...NONE };
			campaigns.set(place, ofCampaign);
			if (step !== 'release' && held.delete(key)) {
				counts.held -= 1;
				ofCampaign.held -= 1;
				counts.claimed -= 1;
			}
			if (step === 'hold') held.add(key);
			counts[COUNTED[step]] += 1;
			ofCampaign[COUNTED[step]] += 1;
			if (refused) counts.refused += 1;
		},
		paused: (one) => void paused.set(JSON.stringify([one.channel, one.campaign]), one),
		budgets: (reached) => void budgets.push(...reached),
		halted: (channel, until, why) => void halted.set(channel, { until, why }),
		nextDueAt(channel, at) {
			if (at === undefined) dues.delete(channel);
			else dues.set(channel, at);
		},
		read(ended) {
			const { released, ...shown } = counts;
			return {
				...shown,
				claimed: shown.claimed - released,
				ended,
				...(dues.size > 0 && { nextDueAt: Math.min(...dues.values()) }),
				campaigns: [...campaigns]
					.sort(([one], [other]) => (one < other ? -1 : 1))
					.map(([, { id, channel, released: _, ...ofCampaign }]) => ({
						campaign: id,
						channel,
						...ofCampaign,
					}))
					.filter(({ campaign: _, channel: __, ...all }) => Object.values(all).some((count) => count > 0)),
				budgets: [...budgets],
				paused: [...paused.values()],
				halted: [...halted].map(([channel, halt]) => ({ channel, ...halt })),
				took: monotonic() - begunAt,
			};
		},
	};
}
