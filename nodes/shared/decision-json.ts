import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../sending';
import { errorJson } from './errors/gateway-failure';
import { costJson } from './spending-json';
import { isoTime, withLocalTimes } from './times';

/**
 * A decision as an item carries it: `retryAt` as ISO 8601, times in `reason` local, and what the gateway refused
 * meanwhile as `refusal`.
 *
 * @param timeZone the workflow's time zone
 */
export function decisionJson(
	{ action, rule, reason, retryAt, error, repeated, trace, cost }: Outcome,
	timeZone: string,
): IDataObject {
	return {
		action,
		rule,
		reason: withLocalTimes(reason, timeZone),
		retryAt: isoTime(retryAt),
		...(repeated && { repeated }),
		...(error && { refusal: errorJson(error) }),
		...(trace && { trace: trace as unknown as IDataObject[] }),
		...(cost && { cost: costJson(cost) }),
	};
}
