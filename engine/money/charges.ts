import { DAY } from '../../base';
import { marketsOf } from '../../platform';
import type { AppReplyEvent, StatusEvent } from '../events/messaging-event';
import { pricingOfSend } from '../pricing';
import type { SendPricing } from '../pricing';
import { spelledCategory } from './price-table';

/** What an event says of what a message costs. */
export interface ChargeNote {
	channel: string;
	account: string;
	messageId: string;
	/** In a group, who of it, or `WHOLE_GROUP`. */
	recipient?: string;
	/** Empty if the event doesn't name the customer. */
	contact: string;
	/** The narrowest one that the customer is in; empty if it isn't known. */
	market: string;
	became: 'sent' | 'delivered' | 'failed';
	/** Epoch ms */
	at: number;
	pricing?: SendPricing;
}

/**
 * Where a message is on its way to the bill. What is delivered is charged; what failed or wasn't delivered in time isn't
 * (docs/interface.md, Prices).
 */
export type ChargeState = 'pending' | 'charged' | 'failed' | 'expired';

/**
 * The recipient of a status that is about a group's message as a whole. What it says of the price counts for everybody in
 * the group whom the message reaches; it's nobody's charge by itself.
 */
export const WHOLE_GROUP = '*';

/** The longest time to live that a template can have, and a day. A status that comes later corrects it. ms */
export const EXPIRES_AFTER = 31 * DAY;

/** What someone typed in the phone app is free; nothing else says so of it. */
export const FREE_APP_REPLY = { type: 'free_app_reply', category: 'service' } as const;

const BECAME: Readonly<Record<string, ChargeNote['became']>> = {
	sent: 'sent',
	delivered: 'delivered',
	read: 'delivered',
	played: 'delivered',
	failed: 'failed',
};

/** The pricing of a message as charges have it: both spellings of a category are one. */
export function spelledPricing(pricing: SendPricing): SendPricing {
	const { type, category } = pricing;
	return {
		...pricing,
		...(type !== undefined && { type: type.toLowerCase() }),
		...(category !== undefined && { category: spelledCategory(category) }),
	};
}

/**
 * What a status says of what its message costs. Messages of other systems on the number are charged too. The business
 * agent's are, if a status says so: what it costs by tokens isn't in any status.
 */
export function chargesOfStatus(event: StatusEvent): ChargeNote[] {
	const { channel, account, messageId, contact = '', group, at, status } = event;
	const became = BECAME[status];
	const given = pricingOfSend(event.pricing);
	const pricing = given && spelledPricing(given);
	if (became === undefined || channel === undefined || (event.byAgent && !pricing)) return [];
	return [
		{
			channel,
			account,
			messageId,
			...(group !== undefined && { recipient: contact || WHOLE_GROUP }),
			contact,
			market: marketsOf(contact)[0] ?? '',
			became,
			at,
			...(pricing && { pricing }),
		},
	];
}

/** Replies in the phone app are free (docs/interface.md, Phone app). */
export function chargesOfAppReply({ channel, account, contact, message, at }: AppReplyEvent): ChargeNote[] {
	if (channel === undefined) return [];
	const market = marketsOf(contact)[0] ?? '';
	const pricing = FREE_APP_REPLY;
	return [{ channel, account, messageId: message.id, contact, market, became: 'delivered', at, pricing }];
}
