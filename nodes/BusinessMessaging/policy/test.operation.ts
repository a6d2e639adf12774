import { findPolicy, tryPolicy } from '../../../engine';
import { isTimeZone } from '../../../rules';
import { connectStore } from '../../shared/connect';
import { decisionJson } from '../../shared/decision-json';
import type { Operation } from '../../shared/operation';
import { factsNotGiven } from './facts-not-given';
import { existingPolicyField, factRowsField, factsField } from './fields';
import { readFacts } from './read-facts';
import { testSentence } from './test-sentence';

/** The customer's time zone, if the facts say it. */
function onlyTimeZone({ timeZones }: Record<string, unknown>): string | undefined {
	return typeof timeZones === 'string' && isTimeZone(timeZones) ? timeZones : undefined;
}

/** Shows what a policy decides for given facts, and why each earlier rule didn't. */
export const test: Operation = {
	value: 'test',
	name: 'Test',
	description: 'See what a policy decides for facts that you enter, and why',
	action: 'Test a policy on an example',
	hint: ([tested, ...others], context) =>
		tested?.rule === undefined || others.length > 0 ? undefined : testSentence(tested, context.getTimezone()),
	fields: [existingPolicyField, factRowsField, factsField],
	numbers: 'any',
	async forEachItem(context) {
		const { store } = await connectStore(context);
		return async (itemIndex) => {
			const policy = await findPolicy(store, context.getNodeParameter('policyName', itemIndex) as string);
			const { facts } = readFacts(context, itemIndex, policy);
			const decision = await tryPolicy(policy, facts);
			const notGiven = factsNotGiven(policy, decision, facts);
			const timeZone = onlyTimeZone(facts);
			const json = decisionJson(decision, timeZone ?? context.getTimezone());
			return [{ json: { ...json, notGiven, timeZone: timeZone ?? null } }];
		};
	},
};
