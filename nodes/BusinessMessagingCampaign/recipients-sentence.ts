import { RECIPIENT_STATES } from '../../engine';
import { countReasons } from './count-reasons';
import { formatCounts } from './format-counts';

/** A recipient as an item carries it. */
export interface ListedRecipient {
	campaign?: unknown;
	key?: unknown;
	state?: unknown;
	reason?: unknown;
}

/** How many of the listed recipients are in each state, and why most of the messages weren't sent. */
export function recipientsSentence(listed: readonly ListedRecipient[]): string {
	const recipients = new Map(listed.map((each) => [JSON.stringify([each.campaign, each.key]), each]));
	const all = [...recipients.values()];
	const counts = formatCounts(
		RECIPIENT_STATES.map((each) => [all.filter(({ state }) => state === each).length, each]),
	);
	const reasons = countReasons();
	for (const { state, reason } of all) reasons.add(state, reason);
	const sentences = [counts || 'No recipients', reasons.commonest(all.length)];
	return sentences.flatMap((each) => (each ? [`${each}.`] : [])).join(' ');
}
