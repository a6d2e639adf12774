import type { PlanResult } from '../../sending';
import type { InvalidItem } from './count-reasons';
import { countReasons } from './count-reasons';
import { FIRST_ONLY } from './first-only';
import { formatCounts, INVALID } from './format-counts';
import { FIRST_MESSAGE, NOTHING_MORE } from './planned-before';

/** What is known of a campaign after it was planned. */
export interface Planned extends Pick<PlanResult, 'planned' | 'repeated'> {
	/** The items that can't be planned. */
	invalid: readonly InvalidItem[];
	/** Whether n8n uses only the first item. */
	isFirstOnly: boolean;
	/** Whether the campaign has nobody left to send to. */
	isFinished: boolean;
	/** Why its template can't go out now; undefined if it can. */
	why: string | undefined;
}

/** What comes next, as a sentence without its period; undefined if there are no recipients. */
function whatComesNext({ planned, repeated, isFinished, why }: Planned): string | undefined {
	if (planned === 0 && repeated === 0) return undefined;
	if (planned === 0) return isFinished ? NOTHING_MORE : FIRST_MESSAGE;
	if (why === undefined) return 'Next: Send Due sends them';
	return `${why.replace(/\.$/, '')}. Send Due sends to each as soon as the rules allow it`;
}

/** What Plan did, and what comes next. */
export function planSentence(done: Planned): string {
	const { planned, repeated, invalid } = done;
	const counts = formatCounts([
		[planned, 'planned'],
		[repeated, 'already in the campaign or listed twice'],
		[invalid.length, INVALID],
	]);
	const reasons = countReasons();
	reasons.addInvalid(invalid, planned + repeated === 0);
	const nothing = repeated > 0 ? 'Nothing new was planned' : 'Nothing was planned';
	const sentences = [
		planned === 0 && counts !== '' && nothing,
		counts || 'No recipients',
		reasons.commonest(planned + repeated + invalid.length),
		whatComesNext(done),
		done.isFirstOnly && FIRST_ONLY,
	];
	return sentences.flatMap((each) => (each ? [`${each}.`] : [])).join(' ');
}
