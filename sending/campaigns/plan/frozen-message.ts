import type { Intent } from '../../../engine';
import type { MessageParts } from '../../submit';
import type { CampaignPlan, PlannedRecipient } from '../contract';

/** A version of a named policy. */
export interface PolicyVersion {
	name: string;
	version: number;
}

/** A message as it was planned: all that its send needs, as JSON in the store. */
export interface FrozenMessage extends MessageParts, Omit<Intent, 'channel' | 'campaign' | 'freeform'> {
	/** The policy that decides; the campaign's by default. */
	policy?: PolicyVersion;
	/** It is skipped from then on. Epoch ms */
	until?: number;
	/** What the customer is called in the list. */
	name?: string;
	/** What replies to it come with. */
	with?: PlannedRecipient['with'];
}

/** What a recipient is sent: its own content, or the campaign's if it has none. */
export function freeze(plan: CampaignPlan, recipient: PlannedRecipient): FrozenMessage {
	const own = recipient.template !== undefined;
	return {
		to: recipient.to,
		recipientType: recipient.recipientType,
		name: recipient.name,
		account: plan.account,
		template: recipient.template ?? plan.template,
		components: recipient.components ?? (own ? undefined : plan.components),
		freeform: recipient.freeform ?? plan.freeform,
		category: (recipient.category ?? plan.category)?.toUpperCase(),
		timeZone: recipient.timeZone,
		facts: recipient.facts,
		lastInboundAt: recipient.lastInboundAt,
		checkFirst: recipient.checkFirst,
		with: recipient.with,
	};
}

/** The message as an intent, for the rules. */
export function intentOf(
	{ components, freeform, replyTo, checkFirst, policy, until, name, with: given, ...intent }: FrozenMessage,
	channel: string,
	campaign: string,
): Intent {
	return { ...intent, channel, campaign, freeform: freeform !== undefined };
}
