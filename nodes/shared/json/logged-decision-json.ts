import type { IDataObject } from 'n8n-workflow';
import type { ExplainedDecision } from '../../../engine';
import { isoTime } from './iso-time';

/** A decision of the log, with what its policy was asked about. Times as ISO 8601 */
export const loggedDecisionJson = ({
	at,
	retryAt,
	policy,
	origin,
	facts,
	...decision
}: ExplainedDecision): IDataObject => ({
	key: decision.key,
	contact: decision.contact,
	at: isoTime(at),
	action: decision.action,
	rule: decision.rule,
	reason: decision.reason,
	retryAt: isoTime(retryAt),
	policy: policy?.name ?? null,
	policyVersion: policy?.version ?? null,
	facts: facts as IDataObject,
	times: decision.times,
	workflow: origin?.workflow ?? null,
	execution: origin?.execution ?? null,
});
