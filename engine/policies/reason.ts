import type { FactCatalogue, FactValues } from '../../rules';
import { conditionsHold, prepared, sentenceOf } from '../../rules';
import { REASON_FACTS } from './facts';
import type { PolicyRule } from './policy';

/** Why a rule decides so, in the words for the situation. `retryAt`: epoch ms, if a time is known */
export function reasonOf(
	{ conditions, event: { params } }: Pick<PolicyRule, 'conditions' | 'event'>,
	ofPolicy: FactCatalogue,
): (facts: FactValues, retryAt: number | undefined) => string {
	const catalogue = { ...ofPolicy, ...REASON_FACTS };
	const write = sentenceOf(params.reason, conditions, catalogue);
	const others = (params.reasons ?? []).map((other) => ({
		conditions: prepared(other.conditions, catalogue),
		write: sentenceOf(other.reason, conditions, catalogue),
	}));
	return (known, retryAt = 0) => {
		const facts = { ...known, retryAt };
		const other = others.find((each) => conditionsHold(each.conditions, facts));
		return (other?.write ?? write)(facts);
	};
}
