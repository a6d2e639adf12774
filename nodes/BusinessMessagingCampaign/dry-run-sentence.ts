import type { DryRunResult } from '../../sending';
import { formatCounts } from './format-counts';

/** What a dry run found, as a sentence: what would happen now, and what is planned already. `invalid`: all items that can't be planned */
export function dryRunSentence(
	{ actions, planned, repeated }: Omit<DryRunResult, 'invalid'>,
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
	return `${[would, before].filter(Boolean).join('. ') || 'No recipients'}.`;
}
