import type { OwnFact, PolicyDocument } from '../../engine';
import { policies } from '../../engine';

/** `strict` with quiet hours for everybody but VIPs: a fact that the messages bring along. */
export const vipPolicy = (vip: Partial<OwnFact> = {}, name = 'mine'): PolicyDocument => ({
	...policies.strict,
	name,
	version: 1,
	facts: { vip: { type: 'boolean', label: 'VIP', ...vip } },
	rules: policies.strict.rules.map((rule) =>
		rule.name !== 'quiet-hours'
			? rule
			: {
					...rule,
					enabled: true,
					conditions: { all: [rule.conditions, { fact: 'vip', operator: 'equal', value: false }] },
				},
	),
});
