import type { IDataObject } from 'n8n-workflow';
import type { Campaign, CampaignRecipient, CampaignReport, SendDueSummary } from '../../sending';
import { isoTime } from '../shared/json/iso-time';

/** A campaign as an item carries it, its ID as `campaign`. */
export function campaignJson(campaign: Campaign): IDataObject {
	const { id, channel, state, why, policy, plannedAt, startAt, endAt } = campaign;
	return {
		campaign: id,
		channel,
		state,
		why: why ?? null,
		policy: policy.name,
		policyVersion: policy.version,
		plannedAt: isoTime(plannedAt),
		startAt: isoTime(startAt),
		endAt: isoTime(endAt),
	};
}

/** The progress of a campaign, as an item. `rate`: messages a second */
export function reportJson(report: CampaignReport): IDataObject {
	return {
		...campaignJson(report.campaign),
		total: report.total,
		finished: report.finished,
		counts: report.counts,
		reasons: report.reasons,
		rate: report.rate,
		startedAt: isoTime(report.startedAt),
		lastSentAt: isoTime(report.lastSentAt),
		estimatedEndAt: isoTime(report.estimatedEndAt),
		heldUntil: isoTime(report.heldUntil),
		numberSpeed: report.numberSpeed,
		numberHaltedUntil: isoTime(report.numberHaltedUntil),
		numberHaltedWhy: report.numberHaltedWhy ?? null,
		at: isoTime(report.at),
	};
}

/** A recipient and the state of the message, as an item. */
export function recipientJson(recipient: CampaignRecipient): IDataObject {
	const { campaign, to, key, state, action, rule, reason, due, sentAt, messageId, refusals } = recipient;
	return {
		campaign,
		to,
		key,
		state,
		action: action ?? null,
		rule: rule ?? null,
		reason: reason ?? null,
		due: isoTime(due),
		sentAt: isoTime(sentAt),
		messageId: messageId ?? null,
		refusals,
	};
}

/** What one Send Due did, as an item. `took`: seconds */
export function summaryJson({ nextDueAt, took, ...summary }: SendDueSummary): IDataObject {
	return { ...summary, nextDueAt: isoTime(nextDueAt), took: Math.round(took) / 1_000 };
}
