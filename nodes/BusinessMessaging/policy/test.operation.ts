import type { IDataObject } from 'n8n-workflow';
import { factCatalogue, findPolicy, tryPolicy } from '../../../engine';
import { isTimeZone } from '../../../rules';
import { connectStore } from '../../shared/connect';
import { decisionJson } from '../../shared/decision-json';
import type { Operation } from '../../shared/operation';
import { localTime } from '../../shared/times';
import { factsNotGiven } from './facts-not-given';
import { existingPolicyField, factRowsField, factsField } from './fields';
import { readFacts } from './read-facts';

const OUTCOMES: Readonly<Record<string, string>> = {
	freeform: 'Freeform would be sent',
	template: 'The template would be sent',
	hold: 'Held',
	skip: 'Skipped',
};

/** What the item of a test says, as a sentence: what would happen, until when, and which facts are missing. `ofWorkflow`: the workflow's time zone */
export function testSentence(tested: IDataObject, ofWorkflow: string): string {
	const { action, rule, reason, retryAt } = tested;
	const missing = tested.notGiven as string[];
	const timeZone = typeof tested.timeZone === 'string' ? tested.timeZone : ofWorkflow;
	const at = typeof retryAt === 'string' ? localTime(Date.parse(retryAt), timeZone) : undefined;
	const isSaid = at === undefined || String(reason).includes(at);
	const sentences = [
		`${OUTCOMES[String(action)]} by the rule ${String(rule)}: ${String(reason)}`,
		!isSaid && `It's checked again at ${at} (${timeZone}).`,
		missing.length > 0 && `You didn't give facts that matter here: ${missing.join(', ')}.`,
		missing.includes(factCatalogue.timeZones.label) &&
			'Add the fact Time zones, such as Europe/Berlin, to see when local times, days, and dates end.',
	];
	return sentences.filter(Boolean).join(' ');
}

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
