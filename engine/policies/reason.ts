import type { FactCatalogue, FactValues } from '../../rules';
import { conditionsHold, factsNamedIn, prepared, sentenceOf } from '../../rules';
import { REASON_FACTS } from './facts';
import { amountsIn, isAmount } from './money-facts';
import type { PolicyRule } from './policy';

type Reasoned = Pick<PolicyRule, 'conditions' | 'event'>;

/** Writes the reason that a rule has for the situation. */
function writerOf(
	{ conditions, event: { params } }: Reasoned,
	catalogue: FactCatalogue,
): (facts: FactValues) => string {
	const write = sentenceOf(params.reason, conditions, catalogue);
	const others = (params.reasons ?? []).map((other) => ({
		conditions: prepared(other.conditions, catalogue),
		write: sentenceOf(other.reason, conditions, catalogue),
	}));
	return (facts) => {
		const other = others.find((each) => conditionsHold(each.conditions, facts));
		return (other?.write ?? write)(facts);
	};
}

/** Whether a reason of the rule names an amount of money. */
const namesAmounts = ({ event: { params } }: Reasoned): boolean =>
	[params.reason, ...(params.reasons ?? []).map(({ reason }) => reason)].some((text) =>
		factsNamedIn(text).some(isAmount),
	);

/**
 * Why a rule decides so, in the words for the situation. `retryAt`: epoch ms, if a time is known. `currency`: of the
 * account's prices; without it, amounts are bare numbers
 */
export function reasonOf(
	rule: Reasoned,
	ofPolicy: FactCatalogue,
): (facts: FactValues, retryAt: number | undefined, currency?: string) => string {
	const catalogue = { ...ofPolicy, ...REASON_FACTS };
	const write = writerOf(rule, catalogue);
	const inCurrencies = new Map<string, typeof write>();
	const writerIn = (currency: string) => {
		const known = inCurrencies.get(currency) ?? writerOf(rule, { ...catalogue, ...amountsIn(currency) });
		inCurrencies.set(currency, known);
		return known;
	};
	const isPlain = !namesAmounts(rule);
	return (known, retryAt = 0, currency) =>
		(isPlain || currency === undefined ? write : writerIn(currency))({ ...known, retryAt });
}
