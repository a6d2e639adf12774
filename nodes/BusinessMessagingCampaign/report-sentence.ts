import type { CampaignReport } from '../../sending';
import { localTime } from '../shared/times';
import { formatCounts } from './format-counts';

/** What a rule of the shipped policies waits for. */
const UNTIL: Readonly<Record<string, string>> = {
	'agent-holds': 'until the business holds the conversation again',
	'template-in-active-conversation': 'until the conversation window closes',
	'template-in-review': 'until the template is approved',
	'template-paused': 'until the template is back',
	'template-paused-without-end': 'until the template is back',
	'quiet-hours': 'until quiet hours are over',
	'frequency-cap': 'until the customer can get another message',
	'new-customers-cap': 'until the number can message new customers again',
};

/** A local time without the date if that is today's: `14:05`, or else `Jan 8, 2026, 14:05`. */
function timeIn(timeZone: string, time: number, now: number): string {
	const [date, clock] = localTime(time, timeZone).split(/, (?=\d\d:)/) as [string, string];
	return localTime(now, timeZone).startsWith(`${date}, `) ? clock : `${date}, ${clock}`;
}

/** Those that are held, by what they wait for, most first. */
function heldCounts({ reasons }: CampaignReport): Array<readonly [number, string]> {
	const counts = new Map<string, number>();
	for (const { state, rule, count } of reasons) {
		if (state !== 'held') continue;
		const what = ['held', UNTIL[rule]].filter(Boolean).join(' ');
		counts.set(what, (counts.get(what) ?? 0) + count);
	}
	return [...counts].map(([what, count]) => [count, what] as const).sort(([a], [b]) => b - a);
}

/** When the campaign continues or ends, as far as that is known. */
function prospect({ campaign, ...report }: CampaignReport, timeZone: string): string[] {
	const at = (time: number) => timeIn(timeZone, time, report.at);
	if (campaign.state === 'paused' || campaign.state === 'cancelled') return [campaign.state];
	if (report.finished) return ['finished'];
	if (report.estimatedEndAt !== undefined) return [`done at about ${at(report.estimatedEndAt)}`];
	if (campaign.startAt !== undefined && campaign.startAt > report.at)
		return [`starts at ${at(campaign.startAt)}`];
	return report.heldUntil === undefined ? [] : [`next check at ${at(report.heldUntil)}`];
}

/**
 * Where a campaign stands, as a sentence: `205 of 240 accepted, 25 held until the template is back, 10 not sent yet,
 * done at about 14:05.` Times are in the time zone.
 */
export function reportSentence(report: CampaignReport, timeZone: string): string {
	const { accepted, delivered, read, planned, claimed, sending, skipped, failed, unconfirmed } =
		report.counts;
	const { noTrace = 0 } = report;
	const others = formatCounts([
		...heldCounts(report),
		[skipped, 'skipped'],
		[failed, 'failed'],
		[unconfirmed - noTrace, 'unconfirmed'],
		[noTrace, 'unconfirmed without a trace'],
		[planned + claimed + sending, 'not sent yet'],
	]);
	if (report.total === 0) return 'No recipients were planned yet.';
	const first = `${accepted + delivered + read} of ${report.total} accepted`;
	return `${[first, others, ...prospect(report, timeZone)].filter((part) => part !== '').join(', ')}.`;
}
