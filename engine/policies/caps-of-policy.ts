import { CONVERSATION_WINDOW, NEW_CUSTOMERS_PERIOD } from '../../platform';
import type { Condition } from '../../rules';
import {
	conditionHolds,
	countWithin,
	decidingConditions,
	prepared,
	readCap,
	singleConditions,
} from '../../rules';
import { inMillionths } from '../money/amounts';
import type { SendCap, SendCounter, SpendingCounter } from '../store/caps';
import type { Reservation } from '../store/money';
import type { DecisionState, DecisionStateQuery } from '../store/store';
import type { Facts } from './facts';
import { factsOfSends, lastReplyAt } from './facts-of-intent';
import { askedRules } from './asked-rules';
import { inUnitsOf, spentWith } from './facts-of-money';
import { catalogueOf, completing } from './own-facts';
import type { PolicyDocument } from './policy';
import { newCustomersSince } from './reads-of-policy';

type CounterFacts = Pick<Facts, Exclude<SendCounter, 'messagesSinceReply'> | 'now'>;

const COUNTERS: ReadonlySet<string> = new Set<SendCounter>([
	'messagesSent',
	'templatesSent',
	'marketingSent',
	'messagesSinceReply',
	'newCustomers',
	'isNewCustomer',
	'spentToday',
	'spentThisMonth',
	'spentByCampaign',
	'spentTodayTogether',
	'spentThisMonthTogether',
]);

/** Money is counted in millionths, so that sums are exact. */
const OF_SPENDING: ReadonlySet<SendCounter> = new Set<SpendingCounter>([
	'spentToday',
	'spentThisMonth',
	'spentByCampaign',
	'spentTodayTogether',
	'spentThisMonthTogether',
]);
const isOfSpending = (counter: SendCounter): counter is SpendingCounter => OF_SPENDING.has(counter);

/** The counts at which a comparison with a number changes. */
const CHANGES_AT: Readonly<Record<string, (value: number) => number[]>> = {
	equal: (value) => [value, value + 1],
	notEqual: (value) => [value, value + 1],
	lessThan: (value) => [Math.ceil(value)],
	lessThanInclusive: (value) => [Math.floor(value) + 1],
	greaterThan: (value) => [Math.floor(value) + 1],
	greaterThanInclusive: (value) => [Math.ceil(value)],
};

type Counted = Omit<SendCap, 'below'>;

/** What a condition counts, and the counts at which it changes. */
function countedBy(
	{ fact, operator, value }: Condition,
	facts: Facts,
	adds: Reservation | undefined,
): Counted & { changesAt: number[] } {
	const counter = fact as SendCounter;
	if (operator === 'reaches') {
		const { count, within } = readCap(value)!;
		return { counter, within, changesAt: [count] };
	}
	const within = NEW_CUSTOMERS_PERIOD;
	if (counter === 'isNewCustomer') return { counter, within, changesAt: [1] };
	if (isOfSpending(counter)) {
		return {
			counter,
			within: 0,
			...(adds && { adds }),
			changesAt: CHANGES_AT[operator]!(inMillionths(value as number)),
		};
	}
	const changesAt = CHANGES_AT[operator]!(value as number);
	if (counter !== 'messagesSinceReply') return { counter, within, changesAt };
	return { counter, within: CONVERSATION_WINDOW, since: lastReplyAt(facts), changesAt };
}

/** What a cap counts, by the facts. */
function countOf(facts: CounterFacts, { counter, within, since = facts.now }: Counted): number {
	if (counter === 'messagesSinceReply') {
		return facts.messagesSent.filter((ago) => ago <= facts.now - since).length;
	}
	if (isOfSpending(counter)) return inMillionths(facts[counter]);
	if (counter === 'newCustomers') return facts.newCustomers;
	if (counter === 'isNewCustomer') return facts.isNewCustomer ? 0 : 1;
	return countWithin(facts[counter], { within });
}

const isOfCounter = ({ fact }: Condition) => COUNTERS.has(fact);

/** The lowest bound of each counter and period. */
function lowest(caps: SendCap[]): SendCap[] {
	const found = new Map<string, SendCap>();
	for (const cap of caps) {
		const key = `${cap.counter} ${cap.within}`;
		const known = found.get(key);
		if (!known || cap.below < known.below) found.set(key, cap);
	}
	return [...found.values()];
}

/**
 * Names what a decision of a policy counted: for each counter that the rule that fired depends on, or one before it, the
 * bound from which on the rules would say something else. While a message waits for its turn, counts only grow, except
 * that a customer who was counted can become new again.
 */
export function capsOfPolicy(
	policy: Pick<PolicyDocument, 'rules' | 'facts'>,
): (rule: string, facts: Facts, adds?: Reservation) => SendCap[] {
	const ordered = askedRules(policy);
	const catalogue = catalogueOf(policy);
	const complete = completing(policy);
	const places = new Map(ordered.map(({ name }, place) => [name, place]));
	const counting = ordered.flatMap(({ conditions }, place) =>
		singleConditions(conditions).some(isOfCounter)
			? [{ place, conditions: prepared(conditions, catalogue) }]
			: [],
	);
	if (counting.length === 0) return () => [];
	return (rule, given, adds) => {
		const facts = complete(given);
		const fired = places.get(rule) ?? -1;
		const holds = (condition: Condition) =>
			isOfCounter(condition) ? undefined : conditionHolds(condition, facts);
		const deciding = counting
			.filter(({ place }) => place <= fired)
			.flatMap(({ conditions }) => decidingConditions(conditions, holds));
		const caps = deciding.flatMap((condition): SendCap[] => {
			const { changesAt, ...counted } = countedBy(condition, facts, adds);
			const count = countOf(facts, counted);
			if (counted.counter === 'isNewCustomer' && count === 1) return [{ ...counted, from: 1, below: 2 }];
			return changesAt.filter((bound) => bound > count).map((below) => ({ ...counted, below }));
		});
		return lowest(caps);
	};
}

/** What the store looks up to count again for some caps at `now` (epoch ms). */
export function readsOfCaps(
	caps: readonly SendCap[],
	now: number,
): Pick<DecisionStateQuery, 'sentSince' | 'newCustomersSince'> {
	const isOfCustomers = ({ counter }: SendCap) => counter === 'newCustomers' || counter === 'isNewCustomer';
	const starts = caps
		.filter((cap) => !isOfCustomers(cap) && !isOfSpending(cap.counter))
		.map(({ within, since }) => since ?? now - within);
	return {
		...(starts.length > 0 && { sentSince: Math.min(...starts) }),
		...(caps.some(isOfCustomers) && { newCustomersSince: newCustomersSince(now) }),
	};
}

const NOTHING_RESERVED: Reservation = { amount: 0, currency: '', day: '', category: '', campaign: '' };

/** What a message adds to the money that its caps count; nothing if they count none. */
export const moneyOf = (caps: readonly SendCap[]): Reservation | undefined =>
	caps.find(({ adds }) => adds !== undefined)?.adds;

/** Whether all counts are still below their caps at `now` (epoch ms). */
export function isWithin(
	caps: readonly SendCap[],
	now: number,
	before: Pick<DecisionState, 'sent' | 'newCustomers' | 'spent'>,
): boolean {
	const spent = spentWith(moneyOf(caps) ?? NOTHING_RESERVED, before.spent);
	const facts = {
		now,
		...factsOfSends(now, before),
		...inUnitsOf(spent),
	};
	return caps.every((cap) => {
		const count = countOf(facts, cap);
		return count < cap.below && count >= (cap.from ?? 0);
	});
}
