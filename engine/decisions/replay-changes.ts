import type { DecidedCost } from '../store/money';
import type { ChangedDecision, ReplayChange } from './replay-result';
import { changeInWords, isSent } from './replay-result';

/** Of each way in which decisions change. */
const EXAMPLES = 10;

/** Adds a message, and what it costs at most, to those before it. Nobody knows it of those without an estimate. */
function addCost(change: Pick<ReplayChange, 'cost' | 'messages'>, estimate: DecidedCost | undefined): void {
	const before =
		change.cost ?? (estimate && { currency: estimate.currency, amount: 0, unknown: change.messages });
	change.messages += 1;
	if (!before) return;
	const { currency, amount, unknown } = before;
	const known =
		estimate && 'amount' in estimate && estimate.currency === currency ? estimate.amount : undefined;
	change.cost = { currency, amount: amount + (known ?? 0), unknown: unknown + Number(known === undefined) };
}

/** Adds how long a message waits at most to those before it. Of all of them, nobody knows it if it's unknown of one. */
function addWait(change: Pick<ReplayChange, 'longestWait' | 'count'>, wait: number | undefined): void {
	const before = change.count === 0 ? 0 : change.longestWait;
	delete change.longestWait;
	if (wait !== undefined && before !== undefined) change.longestWait = Math.max(before, wait);
}

/** Gathers the decisions that would have changed, by the way in which they change. */
export function collectChanges(): {
	add(changed: ChangedDecision): void;
	/** The most frequent first. */
	told(): ReplayChange[];
} {
	const changes = new Map<string, Omit<ReplayChange, 'sentence'>>();
	const letOut = new Set<string>();

	/** Whether a message that the candidate lets out is counted already: one that is held again and again has two decisions. */
	function isCounted({ key, before, after }: ChangedDecision): boolean {
		if (isSent(before) || !isSent(after)) return false;
		const outcome = JSON.stringify([key, before.action]);
		const isKnown = letOut.has(outcome);
		letOut.add(outcome);
		return isKnown;
	}

	return {
		add(changed) {
			const { before, after, at, until, cost } = changed;
			const way = JSON.stringify([before, after]);
			const change = changes.get(way) ?? { before, after, count: 0, messages: 0, examples: [] };
			addWait(change, until === undefined ? undefined : until - at);
			change.count += 1;
			if (!isCounted(changed)) addCost(change, cost);
			if (change.examples.length < EXAMPLES) change.examples.push(changed);
			changes.set(way, change);
		},
		told: () =>
			[...changes.values()]
				.sort((a, b) => b.count - a.count)
				.map((change) => ({ ...change, sentence: changeInWords(change) })),
	};
}
