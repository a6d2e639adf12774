import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../../sending';
import { errorJson } from '../errors/gateway-failure';
import { isoTime } from './iso-time';

/** A decision as an item carries it: `retryAt` as ISO 8601, and what the gateway refused meanwhile as `refusal`. */
export function decisionJson({
	action,
	rule,
	reason,
	retryAt,
	error,
	repeated,
	trace,
}: Outcome): IDataObject {
	return {
		action,
		rule,
		reason,
		retryAt: isoTime(retryAt),
		...(repeated && { repeated }),
		...(error && { refusal: errorJson(error) }),
		...(trace && { trace: trace as unknown as IDataObject[] }),
	};
}
