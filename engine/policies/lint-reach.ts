import { conditionsHold } from './evaluate-conditions';
import type { Facts } from './facts';
import { factCatalogue } from './facts';
import type { PolicyDocument, Problem } from './policy';
import { situationsOf } from './situations';

const worthTelling = ({ facts, rules }: { facts: Facts; rules: PolicyDocument['rules'] }) => {
	const asked = new Set(
		JSON.stringify(rules)
			.match(/"fact":"(\w+)"/g)
			?.map((text) => text.slice(8, -1)),
	);
	return Object.keys(factCatalogue)
		.filter((name) => asked.has(name))
		.map((name) => `${name} is ${JSON.stringify(facts[name as keyof Facts])}`)
		.join(', ');
};

/**
 * Looks through a policy as a whole: rules that can never fire, as earlier ones always fire first or as their
 * conditions contradict each other, and situations in which no rule fires (such a message is held).
 */
export function problemsOfReach(policy: PolicyDocument): Problem[] {
	const situations = situationsOf(policy);
	if (!situations) return [];
	const fired = new Set<number>();
	const matched = new Set<number>();
	let gap: Facts | undefined;
	for (const facts of situations) {
		const hits = policy.rules.flatMap(({ conditions }, index) =>
			conditionsHold(conditions, facts) ? [index] : [],
		);
		hits.forEach((index) => matched.add(index));
		if (hits.length > 0) fired.add(hits[0]!);
		else gap ??= facts;
	}
	const unreachable = policy.rules.flatMap(({ name }, index): Problem[] => {
		if (fired.has(index)) return [];
		const why = matched.has(index)
			? 'whenever it fits, an earlier rule fires first'
			: 'its conditions contradict each other';
		return [
			{ path: `rules[${index}]`, severity: 'warning', message: `The rule "${name}" can never fire: ${why}.` },
		];
	});
	if (!gap) return unreachable;
	const situation = worthTelling({ facts: gap, rules: policy.rules });
	const message = `No rule fires, and the message is held, for example when ${situation}. Add a last rule for what is left.`;
	return [...unreachable, { path: 'rules', severity: 'warning', message }];
}
