import { isKeptCampaign } from '../../engine';
import type { CampaignRecipient, SendDueSummary } from '../../sending';
import { localTime, withLocalTimes } from '../shared/local-times';
import { countReasons } from './count-reasons';
import { formatCounts } from './format-counts';

/** A recipient that is held or skipped, or whose message failed. */
export type Unsent = Pick<CampaignRecipient, 'campaign' | 'reason'>;

/** Why most of them weren't sent anything; undefined if none says why. */
function commonestReason(unsent: readonly Unsent[], timeZone: string): string | undefined {
	const reasons = countReasons();
	for (const { reason } of unsent) if (reason) reasons.add(reason);
	const why = reasons.commonest();
	return why && withLocalTimes(why, timeZone);
}

/**
 * What Send Due did, why something wasn't sent, and what comes next. Times are in the time zone.
 * @param unsent the recipients that are held or skipped now, and those whose message failed
 */
export function sendDueSentence(
	{ accepted, held, skipped, failed, unconfirmed, paused, halted, nextDueAt }: SendDueSummary,
	unsent: readonly Unsent[],
	timeZone: string,
): string {
	const counts = formatCounts([
		[accepted, 'sent'],
		[held, 'held'],
		[skipped, 'skipped'],
		[failed, 'failed'],
		[unconfirmed, 'unconfirmed'],
	]);
	const next =
		nextDueAt === undefined ? undefined : `Checked again at ${localTime(nextDueAt, timeZone)} (${timeZone})`;
	const sentences = [
		counts === '' ? 'Nothing was due' : counts,
		commonestReason(unsent, timeZone),
		held > 0 && 'A later Send Due sends what is held, as soon as the rules allow it',
		next,
		unsent.some(({ campaign }) => !isKeptCampaign(campaign)) && 'Get Recipients shows each of them',
		...paused.map(({ campaign, why }) => `${campaign} was paused: ${why}`),
		...halted.map(({ why }) => why),
	];
	return sentences.flatMap((each) => (each ? [`${each.replace(/\.$/, '')}.`] : [])).join(' ');
}
