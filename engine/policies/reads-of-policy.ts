import { NEW_CUSTOMERS_PERIOD } from '../../platform';
import { factsNamedIn, readCap, rulesInOrder, singleConditions } from '../../rules';
import type { DecisionStateQuery } from '../store/store';
import type { FactName } from './facts';
import type { PolicyDocument, PolicyRule } from './policy';

const OF_NEW_CUSTOMERS: ReadonlySet<string> = new Set<FactName>([
	'isNewCustomer',
	'newCustomers',
	'newCustomersFreeAt',
]);

function factsAskedBy({ conditions, event: { params } }: PolicyRule): string[] {
	const { reason, retryAt = '' } = params;
	return [...singleConditions(conditions).map(({ fact }) => fact), ...factsNamedIn(reason), retryAt];
}

/**
 * What the store looks up for a policy besides the state of the conversation and the template: what was sent before,
 * only for rules that ask about it, and no longer ago than they ask.
 */
export function readsOfPolicy(
	policy: Pick<PolicyDocument, 'rules'>,
): (now: number) => Pick<DecisionStateQuery, 'sentSince' | 'newCustomersSince'> {
	const rules = rulesInOrder(policy.rules);
	const periods = rules
		.flatMap(({ conditions }) => singleConditions(conditions))
		.flatMap(({ operator, value }) => (operator === 'reaches' ? [readCap(value)!.within] : []));
	const longest = Math.max(...periods);
	const asksNewCustomers = rules.flatMap(factsAskedBy).some((fact) => OF_NEW_CUSTOMERS.has(fact));
	return (now) => ({
		...(periods.length > 0 && { sentSince: now - longest }),
		// At 24 hours exactly a customer no longer counts as new.
		...(asksNewCustomers && { newCustomersSince: now - NEW_CUSTOMERS_PERIOD + 1 }),
	});
}
