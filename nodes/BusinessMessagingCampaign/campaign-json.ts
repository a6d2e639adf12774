import type { IDataObject } from 'n8n-workflow';
import type { RecipientState } from '../../engine';
import { asUnits } from '../../engine';
import type { Campaign, CampaignRecipient, Campaigns, SendDueSummary } from '../../sending';
import { WAITING_STATES } from '../../sending';
import { isoTime, withLocalTimes } from '../shared/times';

/** Whether a campaign has recipients, and nothing more is sent to any of them. */
export async function isFinished(
	campaigns: Pick<Campaigns, 'recipients'>,
	{ id, channel }: Pick<Campaign, 'id' | 'channel'>,
): Promise<boolean> {
	const has = async (state?: RecipientState[]) => {
		const { recipients } = await campaigns.recipients(id, { channel, ...(state && { state }), limit: 1 });
		return recipients.length > 0;
	};
	return !(await has([...WAITING_STATES])) && (await has());
}

/** A sentence of the store with local times, `null` if there is none. */
export const sentenceIn = (timeZone: string, sentence: string | undefined) =>
	sentence === undefined ? null : withLocalTimes(sentence, timeZone);

/** The state of a campaign as it is shown. `isFinished`: whether it has recipients, and nobody is left to send to */
const stateOf = ({ state }: Pick<Campaign, 'state'>, { isFinished = false } = {}): string =>
	isFinished && state === 'running' ? 'finished' : state;

/**
 * A campaign as an item carries it, its ID as `campaign`.
 * @param timeZone of the times in sentences. @param isFinished whether it has recipients, and nobody is left to send to
 */
export function campaignJson(campaign: Campaign, timeZone: string, { isFinished = false } = {}): IDataObject {
	const { id, channel, state, why, policy, plannedAt, startAt, endAt, budget } = campaign;
	return {
		campaign: id,
		channel,
		state: stateOf({ state }, { isFinished }),
		why: sentenceIn(timeZone, why),
		policy: policy.name,
		policyVersion: policy.version,
		plannedAt: isoTime(plannedAt),
		startAt: isoTime(startAt),
		endAt: isoTime(endAt),
		budget: budget ? { amount: asUnits(budget.amount), currency: budget.currency } : null,
	};
}

export const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/**
 * A recipient and the state of the message, as an item. `sent`: whether the gateway is known to have accepted it
 * @param names the names in the customers' profiles, if they were read. Without one, the name in the planned list counts
 */
export function recipientJson(
	recipient: CampaignRecipient,
	timeZone: string,
	names?: ReadonlyMap<string, string>,
): IDataObject {
	const { campaign, to, key, state, action, rule, reason, due, sentAt, messageId, refusals } = recipient;
	const name = names?.get(recipient.contact) ?? recipient.name;
	return {
		sent: messageId !== undefined,
		...((names || name !== undefined) && { contactName: name ?? null }),
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
export function summaryJson({ nextDueAt, took, budgets, halted, ...summary }: SendDueSummary): IDataObject {
	return {
		sent: summary.accepted > 0,
		...summary,
		budgets: budgets.map(({ spent, budget, ...reached }) => ({
			...reached,
			spent: asUnits(spent),
			budget: asUnits(budget),
		})),
		halted: halted.map(({ until, ...number }) => ({ ...number, until: isoTime(until) })),
		nextDueAt: isoTime(nextDueAt),
		took: Math.round(took) / 1_000,
	};
}
