import type { DryRunResult } from '../../sending';
import { formatCounts } from './format-counts';

/** Why most of those who wouldn't be sent anything wouldn't; undefined if all would. */
function commonestReason(decisions: DryRunResult['decisions']): string | undefined {
	const counts = new Map<string, number>();
	for (const { action, reason } of decisions) {
		if (action === 'hold' || action === 'skip') counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	const [commonest] = [...counts].sort(([, one], [, other]) => other - one);
	if (!commonest) return undefined;
	return counts.size === 1 ? `Why: ${commonest[0]}` : `Most often because: ${commonest[0]}`;
}

/** What a dry run found, as a sentence: what would happen now, and what is planned already. `invalid`: all items that can't be planned */
export function dryRunSentence(
	{ actions, decisions, planned, repeated }: Omit<DryRunResult, 'invalid'>,
	invalid: number,
): string {
	const would = formatCounts([
		[actions.freeform + actions.template, 'would be sent now'],
		[actions.hold, 'would be held'],
		[actions.skip, 'would be skipped'],
		[repeated - planned, 'repeated in the list'],
		[invalid, 'invalid'],
	]);
	const before = planned > 0 && `${planned} planned in this campaign already, which Send Due sends`;
	const why = commonestReason(decisions)?.replace(/\.$/, '');
	return `${[would, why, before].filter(Boolean).join('. ') || 'No recipients'}.`;
}
