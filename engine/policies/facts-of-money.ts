import type { Millionths } from '../money/amounts';
import { asUnits } from '../money/amounts';
import { dayIn } from '../money/days';
import type { PriceList } from '../money/price-table';
import type { CappedMessage } from '../money/reservation';
import { formNow, mostFor, reservationOf } from '../money/reservation';
import type { SpendingCounter } from '../store/caps';
import type { Reservation, SpentSoFar } from '../store/money';
import type { Facts } from './facts';
import { NOTHING_KNOWN, UNKNOWN_AMOUNT } from './facts';

/** How many service messages of a number are free in a month (docs/interface.md, Prices). */
const FREE_SERVICE = 1_000;

const NEVER_CAPPED = 'authentication';

/** The categories that one cap can count together. */
const TOGETHER: ReadonlySet<string> = new Set(['marketing', 'utility']);

const NOTHING_SPENT: Record<SpendingCounter, Millionths> = {
	spentToday: 0,
	spentThisMonth: 0,
	spentByCampaign: 0,
	spentTodayTogether: 0,
	spentThisMonthTogether: 0,
};

/** What was spent with a message, in millionths: what caps count. */
export function spentWith(
	{ amount, category }: Pick<Reservation, 'amount' | 'category'>,
	spent: readonly SpentSoFar[],
): Record<SpendingCounter, Millionths> {
	if (category === NEVER_CAPPED) return NOTHING_SPENT;
	const before = spent.find((one) => one.category === category);
	const together = TOGETHER.has(category) ? spent.filter((one) => TOGETHER.has(one.category)) : undefined;
	const sumOf = (period: 'today' | 'thisMonth') =>
		together ? together.reduce((sum, one) => sum + one[period], amount) : 0;
	return {
		spentToday: (before?.today ?? 0) + amount,
		spentThisMonth: (before?.thisMonth ?? 0) + amount,
		spentByCampaign: (before?.byCampaign ?? 0) + amount,
		spentTodayTogether: sumOf('today'),
		spentThisMonthTogether: sumOf('thisMonth'),
	};
}

const inUnits = (amount: Millionths | undefined) => (amount === undefined ? UNKNOWN_AMOUNT : asUnits(amount));

/** What was spent as facts have it: unknown if nobody knows what the message costs. */
export const inUnitsOf = (
	spent: Partial<Record<SpendingCounter, Millionths>> = {},
): Record<SpendingCounter, number> => ({
	spentToday: inUnits(spent.spentToday),
	spentThisMonth: inUnits(spent.spentThisMonth),
	spentByCampaign: inUnits(spent.spentByCampaign),
	spentTodayTogether: inUnits(spent.spentTodayTogether),
	spentThisMonthTogether: inUnits(spent.spentThisMonthTogether),
});

type MoneyFacts = Pick<
	Facts,
	| 'estimatedCost'
	| 'costIfFreeform'
	| 'costIfTemplate'
	| SpendingCounter
	| 'accountDayEndsAt'
	| 'accountMonthEndsAt'
	| 'freeServiceLeft'
	| 'freeEntryOpen'
>;

const UNKNOWN: Omit<MoneyFacts, 'freeEntryOpen'> = {
	estimatedCost: NOTHING_KNOWN.estimatedCost,
	costIfFreeform: NOTHING_KNOWN.costIfFreeform,
	costIfTemplate: NOTHING_KNOWN.costIfTemplate,
	...inUnitsOf(),
	accountDayEndsAt: 0,
	accountMonthEndsAt: 0,
	freeServiceLeft: 0,
};

/** The facts about money, with the other facts of a message. */
export function factsOfMoney(
	to: string,
	facts: Pick<
		Facts,
		'now' | 'campaign' | 'category' | 'window' | 'hasFreeform' | 'hasTemplate' | 'freeEntryOpen'
	>,
	prices: PriceList | undefined,
	spent: readonly SpentSoFar[],
): MoneyFacts {
	const { now, category, freeEntryOpen } = facts;
	if (!prices) return { ...UNKNOWN, freeEntryOpen };
	const costAs = (action: CappedMessage['action']) =>
		freeEntryOpen === 'open' ? 0 : inUnits(mostFor({ to, action, category }, prices, now));
	const costs = { costIfFreeform: costAs('freeform'), costIfTemplate: costAs('template') };
	const form = formNow(facts);
	const reserve = reservationOf(form, { ...facts, ...costs }, prices);
	const ends = prices.endsOf(dayIn(prices.timeZone, now));
	const usedFree = spent.reduce((sum, { freeService }) => sum + freeService, 0);
	return {
		...costs,
		estimatedCost: form === 'freeform' ? costs.costIfFreeform : costs.costIfTemplate,
		...inUnitsOf(reserve && spentWith(reserve, spent)),
		accountDayEndsAt: ends.day,
		accountMonthEndsAt: ends.month,
		freeServiceLeft: Math.max(0, FREE_SERVICE - usedFree),
		freeEntryOpen,
	};
}
