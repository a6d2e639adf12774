import { CONVERSATION_WINDOW, NEW_CUSTOMERS_PERIOD } from '../../platform';
import { factsNamedIn, readCap, rulesInOrder, singleConditions } from '../../rules';
import type { DecisionStateQuery } from '../store/store';
import type { FactName } from './facts';
import type { PolicyDocument, PolicyRule } from './policy';

const OF_NEW_CUSTOMERS: ReadonlySet<string> = new Set<FactName>([
	'isNewCustomer',
	'newCustomers',
	'newCustomersFreeAt',
]);

const OF_SENDS: ReadonlySet<string> = new Set<FactName>(['messagesSent', 'templatesSent', 'marketingSent']);
const OF_CAPS: ReadonlySet<string> = new Set<FactName>([
	'spentToday',
	'spentThisMonth',
	'spentByCampaign',
	'spentTodayTogether',
	'spentThisMonthTogether',
]);
const OF_SPENDING: ReadonlySet<string> = new Set<string>([...OF_CAPS, 'freeServiceLeft']);
const OF_PRICES: ReadonlySet<string> = new Set<FactName>([
	'estimatedCost',
	'costIfFreeform',
	'costIfTemplate',
	'accountDayEndsAt',
	'accountMonthEndsAt',
]);
const SINCE_REPLY: FactName = 'messagesSinceReply';

/** The facts that a rule asks for or names, by their names. */
export function factsAskedBy({ conditions, event: { params } }: PolicyRule): string[] {
	const { reasons = [], retryAt = '' } = params;
	const asked = [conditions, ...reasons.map((other) => other.conditions)].flatMap(singleConditions);
	const told = [params, ...reasons].flatMap(({ reason }) => factsNamedIn(reason));
	return [...asked.map(({ fact }) => fact), ...told, retryAt];
}

/** Since when a customer counts as new at `now`: at 24 hours exactly no longer. Epoch ms */
export const newCustomersSince = (now: number): number => now - NEW_CUSTOMERS_PERIOD + 1;

/** What a policy asks about money: what was spent, only the prices, or nothing. */
export function asksMoney(policy: Pick<PolicyDocument, 'rules'>): 'spending' | 'prices' | undefined {
	const asked = rulesInOrder(policy.rules).flatMap(factsAskedBy);
	if (asked.some((fact) => OF_SPENDING.has(fact))) return 'spending';
	return asked.some((fact) => OF_PRICES.has(fact)) ? 'prices' : undefined;
}

/** The names of the rules that limit what messages cost, as far as they are turned on. */
export const spendCapsOf = (policy: Pick<PolicyDocument, 'rules'>): string[] =>
	rulesInOrder(policy.rules).flatMap(({ name, conditions }) =>
		singleConditions(conditions).some(({ fact }) => OF_CAPS.has(fact)) ? [name] : [],
	);

/**
 * What the store looks up for a policy besides the state of the conversation and the template: what was sent before,
 * only for rules that ask about it, and no longer ago than they ask.
 */
export function readsOfPolicy(
	policy: Pick<PolicyDocument, 'rules'>,
): (now: number) => Pick<DecisionStateQuery, 'sentSince' | 'newCustomersSince'> {
	const rules = rulesInOrder(policy.rules);
	const asked = new Set(rules.flatMap(factsAskedBy));
	const capped = rules
		.flatMap(({ conditions }) => singleConditions(conditions))
		.filter(({ fact, operator }) => operator === 'reaches' && OF_SENDS.has(fact))
		.map(({ value }) => readCap(value)!.within);
	const periods = [...capped, ...(asked.has(SINCE_REPLY) ? [CONVERSATION_WINDOW] : [])];
	const longest = Math.max(...periods);
	const asksNewCustomers = [...asked].some((fact) => OF_NEW_CUSTOMERS.has(fact));
	return (now) => ({
		...(periods.length > 0 && { sentSince: now - longest }),
		...(asksNewCustomers && { newCustomersSince: newCustomersSince(now) }),
	});
}
