import { CONVERSATION_WINDOW, isUserId, NEW_CUSTOMERS_PERIOD, timeZonesOf } from '../../platform';
import { isTimeZone, localDateIn, localDayIn, localTimeIn, writeZones } from '../../rules';
import type { Intent } from '../intent';
import type { Conversation } from '../state/conversation';
import { humanRepliedAgo } from '../state/human-replies';
import type { Template } from '../state/template';
import type { DecisionState } from '../store/store';
import type { PriceList } from '../money/price-table';
import type { Facts } from './facts';
import { factsOfMoney } from './facts-of-money';

/** A zone that doesn't exist isn't known, so a rule that asks the local time holds the message. */
function zonesOf({ timeZone, recipientType }: Intent, contact: string): readonly string[] {
	if (timeZone !== undefined) return isTimeZone(timeZone) ? [timeZone] : [];
	return recipientType === 'group' ? [] : timeZonesOf(contact);
}

type Send = DecisionState['sent'][number];

/** The facts about what was sent before. */
export function factsOfSends(
	now: number,
	{ sent, newCustomers }: Pick<DecisionState, 'sent' | 'newCustomers'>,
) {
	const agoOf = (counts: (send: Send) => boolean) =>
		sent
			.filter(counts)
			.map(({ at }) => now - at)
			.sort((a, b) => a - b);
	const { count, oldestAt, known } = newCustomers;
	return {
		messagesSent: agoOf(() => true),
		templatesSent: agoOf(({ action }) => action === 'template'),
		marketingSent: agoOf(
			({ action, category = 'MARKETING' }) => action === 'template' && category === 'MARKETING',
		),
		isNewCustomer: !known,
		newCustomers: count,
		newCustomersFreeAt: oldestAt === undefined ? 0 : oldestAt + NEW_CUSTOMERS_PERIOD,
	};
}

/** When the customer last wrote, while the window is open; otherwise nothing is counted. Epoch ms */
export const lastReplyAt = ({
	window,
	windowClosesAt,
	now,
}: Pick<Facts, 'window' | 'windowClosesAt' | 'now'>) =>
	window === 'open' ? windowClosesAt - CONVERSATION_WINDOW : now;

/** Who holds the conversation, or will as soon as the message is sent (docs/interface.md, Conversation control). */
const holderFor = ({ takeOver, freeform }: Intent, { holder }: Conversation) =>
	takeOver === true && freeform === true && holder === 'agent' ? 'business' : holder;

/**
 * The facts of an intent, given the state at `now` (epoch ms).
 * @param prices of the account, if it has some
 */
export function factsOf(
	now: number,
	intent: Intent,
	conversation: Conversation,
	template: Template,
	{ contact, phone, ...sends }: Pick<DecisionState, 'contact' | 'phone' | 'sent' | 'newCustomers' | 'spent'>,
	prices?: PriceList,
): Facts {
	const open = conversation.window === 'open';
	const windowClosesAt = open ? conversation.windowClosesAt! : 0;
	const category = template.category?.toUpperCase() ?? intent.category?.toUpperCase() ?? 'none';
	const hasTemplate = intent.template !== undefined;
	const zones = zonesOf(intent, phone ?? contact);
	const repliedAt = lastReplyAt({ window: conversation.window, windowClosesAt, now });
	const known = {
		window: conversation.window,
		windowClosesAt,
		windowClosesIn: open ? windowClosesAt - now : 0,
		holder: holderFor(intent, conversation),
		optedOut: conversation.optedOut.has(category),
		category,
		hasFreeform: intent.freeform === true,
		hasTemplate,
		template: intent.template ? `${intent.template.name} (${intent.template.language})` : 'none',
		templateState: hasTemplate ? template.state : 'none',
		templatePause: template.pause ?? 'none',
		templatePauseEndsAt: template.pauseEndsAt ?? 0,
		templateReason: template.reason ?? 'no reason given',
		templateQuality: template.quality ?? 'none',
		hasPhone: intent.recipientType === 'group' || phone !== undefined || !isUserId(contact),
		recipientType: intent.recipientType ?? 'individual',
		campaign: intent.campaign ?? 'none',
		now,
		timeZones: writeZones(zones),
		localTime: localTimeIn(zones, now),
		localDay: localDayIn(zones, now),
		localDate: localDateIn(zones, now),
		...humanRepliedAgo(now, conversation),
		messagesSinceReply: open ? sends.sent.filter(({ at }) => at >= repliedAt).length : 0,
		...factsOfSends(now, sends),
		freeEntryOpen: conversation.freeEntry ?? 'unknown',
	};
	return { ...known, ...factsOfMoney(phone ?? contact, known, prices, sends.spent) };
}
