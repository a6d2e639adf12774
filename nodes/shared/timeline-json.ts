import type { IDataObject } from 'n8n-workflow';
import type { DecidedCost, ExplainedDecision, TimelineEntry } from '../../engine';
import { costJson, inUnits } from './spending-json';
import { isoTime, withLocalTimes } from './times';

/** What a message was expected to cost; `amount` is `null` if nobody knew it, and `why` says why. If it was known, `why` is `null`. */
const estimateJson = (estimate: DecidedCost): IDataObject => ({
	...inUnits({ amount: 'why' in estimate ? undefined : estimate.amount }),
	currency: estimate.currency,
	why: 'why' in estimate ? estimate.why : null,
});

/** What was decided, by whom, and what the policy was asked about. */
const decidedJson = (decision: ExplainedDecision): IDataObject => ({
	action: decision.action,
	rule: decision.rule,
	reason: decision.reason,
	retryAt: isoTime(decision.retryAt),
	policy: decision.policy?.name ?? null,
	policyVersion: decision.policy?.version ?? null,
	facts: decision.facts as IDataObject,
	...(decision.estimate && { estimatedCost: estimateJson(decision.estimate) }),
	times: decision.times,
	workflow: decision.origin?.workflow ?? null,
	workflowName: decision.origin?.workflowName ?? null,
	execution: decision.origin?.execution ?? null,
});

/** A decision of the log, as an item carries it: times as ISO 8601. */
export const loggedDecisionJson = (decision: ExplainedDecision): IDataObject => ({
	key: decision.key,
	contact: decision.contact,
	at: isoTime(decision.at),
	...decidedJson(decision),
});

/**
 * An entry of a timeline, as an item carries it: its times as ISO 8601, and those in sentences local.
 * @param timeZone the workflow's time zone
 */
export function timelineJson(
	{ kind, at, sentence, id, key, campaign, decision, cost }: TimelineEntry,
	timeZone: string,
): IDataObject {
	return {
		sentence: withLocalTimes(sentence, timeZone),
		kind,
		at: isoTime(at),
		id: id ?? null,
		key: key ?? null,
		campaign: campaign ?? null,
		...(cost && { cost: costJson(cost) }),
		...(decision && {
			...decidedJson(decision),
			reason: withLocalTimes(decision.reason, timeZone),
		}),
	};
}

/** What an operation returns if nothing is stored: why that may be. */
export const nothingJson = (sentence: string, reasons: readonly string[], timeZone: string): IDataObject => ({
	sentence: `${sentence} ${withLocalTimes(reasons.join(' '), timeZone)}`,
	kind: 'nothing',
	at: null,
});
