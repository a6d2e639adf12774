import type { DryRunResult } from '../../sending';
import type { InvalidItem } from './count-reasons';
import { countReasons } from './count-reasons';
import { formatCounts, INVALID } from './format-counts';
import { FIRST_ONLY } from './first-only';
import { FIRST_MESSAGE, NOTHING_MORE } from './planned-before';

const FILL_IN_FREEFORM = 'To reach those who wrote lately now, fill in Freeform Text';
const NOBODY_KNOWN =
	'No customer is known to have written within the last 24 hours. If somebody did, publish a workflow with a Business Messaging Trigger, which notes who writes';

/** What else is known of a dry run. */
interface DryRunFindings {
	/** The items that can't be planned. */
	invalid: readonly InvalidItem[];
	/** Whether the campaign has nobody left to send to. */
	isFinished: boolean;
	/** Whether n8n uses only the first item. */
	isFirstOnly: boolean;
	/** Whether templates would go out, and nobody at all is known to have written lately. */
	isNobodyKnown: boolean;
}

/** What a dry run found, as sentences: what would happen now and why, and what is planned already. */
export function dryRunSentence(
	{ actions, decisions, planned, repeated }: Omit<DryRunResult, 'invalid'>,
	{ invalid, isFinished, isFirstOnly, isNobodyKnown }: DryRunFindings,
): string {
	const { freeform, template, hold, skip } = actions;
	const would = formatCounts([
		[freeform + template, 'would be sent now'],
		[hold, 'would be held'],
		[skip, 'would be skipped'],
		[repeated - planned, 'repeated in the list'],
		[invalid.length, INVALID],
	]);
	const before =
		planned > 0 && `${planned} already in this campaign. ${isFinished ? NOTHING_MORE : FIRST_MESSAGE}`;
	const reasons = countReasons();
	for (const { action, reason } of decisions) reasons.add(action, reason);
	const all = freeform + template + hold + skip + repeated + invalid.length;
	reasons.addInvalid(invalid, all === invalid.length);
	const lacksFreeform = decisions.some(({ rule }) => rule === 'template-in-active-conversation');
	const sentences = [
		would,
		reasons.commonest(all),
		lacksFreeform && FILL_IN_FREEFORM,
		isNobodyKnown && NOBODY_KNOWN,
		before,
		isFirstOnly && FIRST_ONLY,
	];
	return `${sentences.filter(Boolean).join('. ') || 'No recipients'}.`;
}
