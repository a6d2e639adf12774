import type { FactCatalogue } from '../../rules';
import { inCurrency, inMillionths } from '../money/amounts';

/** Stands for an amount that isn't known: more than any cap, so that a rule with a cap holds the message. */
export const UNKNOWN_AMOUNT = 999_999_999_999;

const AMOUNT = {
	type: 'number',
	unknownNumber: UNKNOWN_AMOUNT,
	unknown: 'an unknown amount',
} as const;
const UNKNOWN = `In the account's currency; ${UNKNOWN_AMOUNT} if it isn't known, for example because the account has no prices.`;
const CATEGORIES = 'Authentication is never counted: then it is 0.';

/** What a rule can ask about what messages cost. */
export const moneyFacts = {
	estimatedCost: {
		...AMOUNT,
		label: 'Estimated cost',
		description: `What the message costs at most, in the form that it would go out in now: its list price, or 0 while a free entry point is open. If its market has no price, the highest price of its category counts. ${UNKNOWN}`,
	},
	costIfFreeform: {
		...AMOUNT,
		label: 'Cost if freeform',
		description: `What the message costs at most if it goes out as a freeform message. It may be in the free part of service messages. ${UNKNOWN}`,
	},
	costIfTemplate: {
		...AMOUNT,
		label: 'Cost if a template',
		description: `What the message costs at most if it goes out as the template. A template of unknown category counts as marketing. ${UNKNOWN}`,
	},
	spentToday: {
		...AMOUNT,
		label: 'Spent today',
		description: `What messages of this one's category cost that the number began to send today, in the account's time zone, with this message. ${CATEGORIES} ${UNKNOWN}`,
	},
	spentThisMonth: {
		...AMOUNT,
		label: 'Spent this month',
		description: `What messages of this one's category cost that the number began to send this month, in the account's time zone, with this message. ${CATEGORIES} ${UNKNOWN}`,
	},
	spentTodayTogether: {
		...AMOUNT,
		label: 'Spent today, together',
		description: `What marketing and utility messages cost together that the number began to send today, in the account's time zone, with this message; 0 if it is of another category. ${UNKNOWN}`,
	},
	spentThisMonthTogether: {
		...AMOUNT,
		label: 'Spent this month, together',
		description: `What marketing and utility messages cost together that the number began to send this month, in the account's time zone, with this message; 0 if it is of another category. ${UNKNOWN}`,
	},
	spentByCampaign: {
		...AMOUNT,
		label: 'Spent by the campaign',
		description: `What messages of this one's category cost in its campaign, with this message; only this message if it has no campaign. ${CATEGORIES} ${UNKNOWN}`,
	},
	accountDayEndsAt: {
		type: 'time',
		label: "Account's day ends at",
		description: "When the day ends in the account's time zone; 0 if the account has no prices.",
	},
	accountMonthEndsAt: {
		type: 'time',
		label: "Account's month ends at",
		description: "When the month ends in the account's time zone; 0 if the account has no prices.",
	},
	freeServiceLeft: {
		type: 'number',
		label: 'Free service messages left (forecast)',
		description:
			"A forecast of how many service messages of the number are still free this month: 1,000 less those that statuses called free. 0 if the account has no prices, because the time zone isn't known.",
	},
	freeEntryOpen: {
		type: 'text',
		label: 'Free entry point',
		description:
			"Whether messages to this customer are free because the customer came through an ad or a button on a page, as far as the platform's statuses say. It's unknown until one does.",
		values: ['open', 'closed', 'unknown'],
	},
} as const satisfies FactCatalogue;

const AMOUNTS = Object.entries(moneyFacts).filter(([, fact]) => 'unknownNumber' in fact);

/** Whether a fact is an amount of money. */
export const isAmount = (name: string): boolean => AMOUNTS.some(([amount]) => amount === name);

/** The facts that are amounts of money, as sentences write them in a currency: `EUR 12.50`. */
export function amountsIn(currency: string): FactCatalogue {
	const written = (units: number) => inCurrency(currency, [inMillionths(units)] as const)[0];
	return Object.fromEntries(AMOUNTS.map(([name, fact]) => [name, { ...fact, written }]));
}
