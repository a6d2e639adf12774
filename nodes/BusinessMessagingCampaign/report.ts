import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Spending } from '../../engine';
import { asUnits, budgetLeftText, inMillionths, spendingSentence, totalOf } from '../../engine';
import type { CampaignReport } from '../../sending';
import { retryMayHelp } from '../../sending';
import { spendingJson } from '../shared/spending-json';
import { isoTime, withLocalTimes, zonedTime } from '../shared/times';
import { campaignJson, rounded, sentenceIn } from './campaign-json';
import { countReasons, formatCounts, repeatedReads } from './sentences';

/** What a rule of the shipped policies waits for. */
const UNTIL: Readonly<Record<string, string>> = {
	'agent-holds': 'until the business holds the conversation again',
	'template-in-active-conversation': 'until the conversation window closes',
	'template-in-review': 'until the template is approved',
	'template-paused': "until the template's pause ends",
	'template-paused-without-end': "until the template's pause ends",
	'quiet-hours': 'until quiet hours are over',
	'frequency-cap': 'until the customer can get another message',
	'new-customers-cap': 'until the number can message new customers again',
	'spend-cap': "until the account's day is over",
	'spend-cap-of-month': "until the account's month is over",
	'campaign-budget': 'until the policy allows the campaign more',
	'free-only': 'until the message costs nothing',
};

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
	const at = (time: number) => zonedTime(time, timeZone);
	if (campaign.state === 'paused' || campaign.state === 'cancelled') return [campaign.state];
	if (report.finished) return ['finished'];
	if (report.estimatedEndAt !== undefined) return [`done at about ${at(report.estimatedEndAt)}`];
	if (campaign.startAt !== undefined && campaign.startAt > report.at)
		return [`starts at ${at(campaign.startAt)}`];
	return report.heldUntil === undefined ? [] : [`checked again at ${at(report.heldUntil)}`];
}

/** Why most messages weren't sent, unless the counts say what they wait for; undefined if there is nothing to say. */
function whyUnsent({ reasons, total }: CampaignReport, timeZone: string): string | undefined {
	const counted = countReasons();
	for (const { state, rule, reason, count } of reasons) {
		if (state !== 'held' || UNTIL[rule] === undefined) counted.add(state, reason, count);
	}
	const why = counted.commonest(total);
	return why && `${withLocalTimes(why, timeZone)}.`;
}

const RETRY = 'Some failed for a reason that can pass. Retry lets Send Due send to all who failed again.';

/**
 * Where a campaign stands, as a sentence: `205 of 240 sent, 25 held until the template's pause ends, 10 not sent yet,
 * done at about Jan 7, 2026, 14:05 (Europe/Berlin).` Lines with the reasons follow. Times are in the time zone.
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
	const first = `${accepted + delivered + read} of ${report.total} sent`;
	const stands = [first, others, ...prospect(report, timeZone)].filter((part) => part !== '').join(', ');
	return [`${stands}.`, whyUnsent(report, timeZone), retryMayHelp(report) && RETRY]
		.filter(Boolean)
		.join('\n');
}

/** Whether nothing was sent yet although it could be. */
const isWaitingForSendDue = ({ state, startedAt, counts }: IDataObject) =>
	state === 'running' && startedAt === null && (counts as CampaignReport['counts']).planned > 0;

/** How many messages are known to have arrived, and to have been read; undefined if none is. */
function delivered({ delivered, read }: Partial<CampaignReport['counts']> = {}): string | undefined {
	const arrived = (delivered ?? 0) + (read ?? 0);
	return arrived === 0 ? undefined : `${arrived} delivered, ${read ?? 0} of them read.`;
}

/** What a campaign that isn't over can still spend, if it has a budget. */
function whatIsLeft({ state, budget, budgetLeft }: IDataObject): string | false {
	if (typeof budgetLeft !== 'number' || (state !== 'running' && state !== 'paused')) return false;
	return `${budgetLeftText(String((budget as IDataObject).currency), inMillionths(budgetLeft))}.`;
}

/** What stands above the report of one campaign: its sentence, and what comes next; undefined above several reports. */
export function reportHint(reports: IDataObject[], context: IExecuteFunctions): string | undefined {
	const [first = {}, ...others] = reports;
	const repeats = repeatedReads(reports, context);
	if (others.length > 0 && !repeats) return undefined;
	const arrived = delivered(first.counts as CampaignReport['counts'] | undefined);
	const next = isWaitingForSendDue(first) && 'Send Due sends them.';
	const { sentence: spent } = (first.spending ?? {}) as { sentence?: string };
	const why = first.state === 'paused' && first.why && `Why it is paused: ${String(first.why)}`;
	return [first.summary, why, arrived, spent, whatIsLeft(first), next, repeats].filter(Boolean).join('\n');
}

/** What a campaign cost, in all and by category and market, if its account has prices and anything was counted. */
function spendingOf({ spending = [], counts: { failed } }: CampaignReport): IDataObject {
	const total = totalOf(spending);
	const json = (sum: Spending) => ({ ...spendingJson(sum), sentence: spendingSentence(sum, failed) });
	return total ? { spending: { ...json(total), by: spending.map(json) } } : {};
}

/** The progress of a campaign, as an item that begins with a sentence. `rate`: messages a second */
export function reportJson(report: CampaignReport, timeZone: string): IDataObject {
	const isFinished = report.finished && report.total > 0;
	const { campaign, ...state } = campaignJson(report.campaign, timeZone, { isFinished });
	return {
		summary: reportSentence(report, timeZone),
		campaign,
		finished: isFinished,
		total: report.total,
		counts: report.counts,
		noTrace: report.noTrace ?? 0,
		reasons: report.reasons.map((each) => ({ ...each, reason: withLocalTimes(each.reason, timeZone) })),
		pricing: report.pricing,
		...spendingOf(report),
		budgetLeft: report.budgetLeft === undefined ? null : asUnits(report.budgetLeft),
		rate: rounded(report.rate, 1),
		startedAt: isoTime(report.startedAt),
		lastSentAt: isoTime(report.lastSentAt),
		estimatedEndAt: isoTime(report.estimatedEndAt),
		heldUntil: isoTime(report.heldUntil),
		...state,
		numberSpeed: rounded(report.numberSpeed, 2),
		numberHaltedUntil: isoTime(report.numberHaltedUntil),
		numberHaltedWhy: sentenceIn(timeZone, report.numberHaltedWhy),
		at: isoTime(report.at),
	};
}
