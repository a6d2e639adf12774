import type { DryRunResult } from '../../sending';
import { countReasons } from './count-reasons';
import { formatCounts, INVALID } from './format-counts';
import { FIRST_MESSAGE, NOTHING_MORE } from './planned-before';

/**
 * What a dry run found, as a sentence: what would happen now, and what is planned already.
 * @param invalid how many items can't be planned. @param isFinished whether the campaign has nobody left to send to
 */
export function dryRunSentence(
	{ actions, decisions, planned, repeated }: Omit<DryRunResult, 'invalid'>,
	invalid: number,
	isFinished: boolean,
): string {
	const would = formatCounts([
		[actions.freeform + actions.template, 'would be sent now'],
		[actions.hold, 'would be held'],
		[actions.skip, 'would be skipped'],
		[repeated - planned, 'repeated in the list'],
		[invalid, INVALID],
	]);
	const before =
		planned > 0 && `${planned} already in this campaign. ${isFinished ? NOTHING_MORE : FIRST_MESSAGE}`;
	const reasons = countReasons();
	for (const { action, reason } of decisions) reasons.add(action, reason);
	const all = decisions.length + repeated + invalid;
	return `${[would, reasons.commonest(all), before].filter(Boolean).join('. ') || 'No recipients'}.`;
}
