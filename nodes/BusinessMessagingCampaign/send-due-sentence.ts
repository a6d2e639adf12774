import { isKeptCampaign } from '../../engine';
import type { CampaignRecipient, SendDueSummary } from '../../sending';
import { localTime, withLocalTimes } from '../shared/times';
import { countReasons } from './count-reasons';
import { formatCounts } from './format-counts';

/** A recipient that is held or skipped, or whose message failed. */
export type Unsent = Pick<CampaignRecipient, 'campaign' | 'state' | 'reason'>;

/** Why most of them weren't sent anything, of all that were looked at; undefined if none says why. */
function commonestReason(unsent: readonly Unsent[], all: number, timeZone: string): string | undefined {
	const reasons = countReasons();
	for (const { state, reason } of unsent) reasons.add(state, reason);
	const why = reasons.commonest(all);
	return why && withLocalTimes(why, timeZone);
}

/** When something is due again: for those that are held now, or else for others. */
function whatIsDueNext(held: number, nextDueAt: number | undefined, timeZone: string): string | undefined {
	if (nextDueAt === undefined) return undefined;
	const at = `${localTime(nextDueAt, timeZone)} (${timeZone})`;
	return held > 0 ? `Checked again at ${at}` : `The next waiting message is due at ${at}`;
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
	const all = accepted + held + skipped + failed + unconfirmed;
	const sentences = [
		counts === '' ? 'Nothing was due' : counts,
		commonestReason(unsent, all, timeZone),
		held > 0 && 'A later Send Due sends what is held, as soon as the rules allow it',
		whatIsDueNext(held, nextDueAt, timeZone),
		unsent.some(({ campaign }) => !isKeptCampaign(campaign)) && 'Get Recipients shows each of them',
		...paused.map(({ campaign, why }) => `${campaign} was paused: ${why}`),
		...halted.map(({ why }) => why),
	];
	return sentences.flatMap((each) => (each ? [`${each.replace(/\.$/, '')}.`] : [])).join(' ');
}
