import { NEW_CUSTOMERS_PERIOD, normalizeAddress, timeZonesOfNumber } from '../../platform';
import { isTimeZone, localTimeIn, writeZones } from '../../rules';
import type { Intent } from '../intent';
import type { Conversation } from '../state/conversation';
import type { Template } from '../state/template';
import type { DecisionState } from '../store/store';
import type { Facts } from './facts';

/** A zone that doesn't exist isn't known, so a rule that asks the local time holds the message. */
function zonesOf({ timeZone, recipientType, to }: Intent): readonly string[] {
	if (timeZone !== undefined) return isTimeZone(timeZone) ? [timeZone] : [];
	return recipientType === 'group' ? [] : timeZonesOfNumber(normalizeAddress(to));
}

type Send = DecisionState['sent'][number];

/** The facts about what was sent before. */
function factsOfSends(now: number, { sent, newCustomers }: Pick<DecisionState, 'sent' | 'newCustomers'>) {
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

/** The facts of an intent, given the state at `now` (epoch ms). */
export function factsOf(
	now: number,
	intent: Intent,
	conversation: Conversation,
	template: Template,
	sends: Pick<DecisionState, 'sent' | 'newCustomers'>,
): Facts {
	const open = conversation.window === 'open';
	const windowClosesAt = open ? conversation.windowClosesAt! : 0;
	const category = template.category?.toUpperCase() ?? intent.category?.toUpperCase() ?? 'none';
	const hasTemplate = intent.template !== undefined;
	const zones = zonesOf(intent);
	return {
		window: conversation.window,
		windowClosesAt,
		windowClosesIn: open ? windowClosesAt - now : 0,
		holder: conversation.holder,
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
		recipientType: intent.recipientType ?? 'individual',
		campaign: intent.campaign ?? 'none',
		now,
		timeZones: writeZones(zones),
		localTime: localTimeIn(zones, now),
		...factsOfSends(now, sends),
	};
}
