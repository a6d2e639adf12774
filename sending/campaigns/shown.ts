import type { StoredCampaign, StoredRecipient } from '../../engine';
import { reasonInState } from '../../engine';
import type { Campaign, CampaignRecipient } from './contract';
import type { FrozenMessage } from './plan/frozen-message';

/** A campaign as it is shown. */
export function toCampaign(stored: StoredCampaign): Campaign {
	const { id, channel, account, state, why, policy, plannedAt, startAt, endAt, budget } = stored;
	return {
		id,
		channel,
		state,
		policy,
		plannedAt,
		...(account !== undefined && { account }),
		...(why !== undefined && { why }),
		...(startAt !== undefined && { startAt }),
		...(endAt !== undefined && { endAt }),
		...(budget && { budget }),
	};
}

/** A recipient as it is shown. */
export function toRecipient(stored: StoredRecipient): CampaignRecipient {
	const { campaign, recipient, contact, state, action, rule, reason, due, at } = stored;
	const { messageId, refusals, content, pricing, noTrace } = stored;
	const isWaiting = state === 'planned' || state === 'held';
	const { to = contact, name }: Partial<FrozenMessage> = content ?? {};
	return {
		campaign,
		key: recipient,
		to,
		contact,
		...(name !== undefined && { name }),
		state,
		refusals,
		...(at > 0 && { action, sentAt: at }),
		...(rule !== undefined && { rule }),
		...(reason !== undefined && { reason: reasonInState(state, reason) }),
		...(isWaiting && due !== undefined && due > 0 && { due }),
		...(messageId !== undefined && { messageId }),
		...(pricing !== undefined && { pricing }),
		...(noTrace && { noTrace }),
	};
}
