import type { RecipientEnd } from '../../../engine';
import type { SendDueSummary } from '../contract/campaigns';

/** What a `sendDue` has done so far. */
export interface Tally {
	claimed(count: number): void;
	count(step: RecipientEnd['step'], refused: boolean): void;
	paused(campaign: string, why: string): void;
	halted(channel: string, until: number, why: string): void;
	/** When something is due next on a channel, as it was heard last. */
	nextDueAt(channel: string, at: number | undefined): void;
	summary(ended: SendDueSummary['ended']): SendDueSummary;
}

const COUNTED = {
	accept: 'accepted',
	hold: 'held',
	skip: 'skipped',
	refuse: 'failed',
	lose: 'unconfirmed',
	release: 'released',
} as const satisfies Record<RecipientEnd['step'], string>;

export function openTally(): Tally {
	const startedAt = performance.now();
	const counts = {
		claimed: 0,
		accepted: 0,
		held: 0,
		skipped: 0,
		failed: 0,
		unconfirmed: 0,
		released: 0,
		refused: 0,
	};
	const paused = new Map<string, string>();
	const halted = new Map<string, { until: number; why: string }>();
	const dues = new Map<string, number>();
	return {
		claimed: (count) => void (counts.claimed += count),
		count(step, refused) {
			counts[COUNTED[step]] += 1;
			if (refused) counts.refused += 1;
		},
		paused: (campaign, why) => void paused.set(campaign, why),
		halted: (channel, until, why) => void halted.set(channel, { until, why }),
		nextDueAt(channel, at) {
			if (at === undefined) dues.delete(channel);
			else dues.set(channel, at);
		},
		summary(ended) {
			const { released, ...shown } = counts;
			return {
				...shown,
				claimed: shown.claimed - released,
				ended,
				...(dues.size > 0 && { nextDueAt: Math.min(...dues.values()) }),
				paused: [...paused].map(([campaign, why]) => ({ campaign, why })),
				halted: [...halted].map(([channel, halt]) => ({ channel, ...halt })),
				took: performance.now() - startedAt,
			};
		},
	};
}
