import type { IDataObject } from 'n8n-workflow';
import type { Campaign, CampaignRecipient, CampaignReport, SendDueSummary } from '../../sending';
import { isoTime, withLocalTimes } from '../shared/times';
import { reportSentence } from './report-sentence';

/** A sentence of the store with local times, `null` if there is none. */
const sentenceIn = (timeZone: string, sentence: string | undefined) =>
	sentence === undefined ? null : withLocalTimes(sentence, timeZone);

/**
 * A campaign as an item carries it, its ID as `campaign`.
 * @param timeZone of the times in sentences. @param isFinished whether it has recipients, and nobody is left to send to
 */
export function campaignJson(campaign: Campaign, timeZone: string, { isFinished = false } = {}): IDataObject {
	const { id, channel, state, why, policy, plannedAt, startAt, endAt } = campaign;
	return {
		campaign: id,
		channel,
		state: isFinished && state === 'running' ? 'finished' : state,
		why: sentenceIn(timeZone, why),
		policy: policy.name,
		policyVersion: policy.version,
		plannedAt: isoTime(plannedAt),
		startAt: isoTime(startAt),
		endAt: isoTime(endAt),
	};
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

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

/** A recipient and the state of the message, as an item. `sent`: whether the gateway is known to have accepted it */
export function recipientJson(recipient: CampaignRecipient, timeZone: string): IDataObject {
	const { campaign, to, key, state, action, rule, reason, due, sentAt, messageId, refusals } = recipient;
	return {
		sent: messageId !== undefined,
		to,
		state,
		reason: sentenceIn(timeZone, reason),
		campaign,
		key,
		action: action ?? null,
		rule: rule ?? null,
		due: isoTime(due),
		sentAt: isoTime(sentAt),
		messageId: messageId ?? null,
		refusals,
		pricing: recipient.pricing ?? null,
		noTrace: recipient.noTrace ?? false,
	};
}

/** What one Send Due did, as an item. `sent`: whether the gateway accepted any message; `took`: seconds */
export function summaryJson({ nextDueAt, took, ...summary }: SendDueSummary): IDataObject {
	return {
		sent: summary.accepted > 0,
		...summary,
		nextDueAt: isoTime(nextDueAt),
		took: Math.round(took) / 1_000,
	};
}
