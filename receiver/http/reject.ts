import type { Incident, Tell } from '../incidents';
import type { Answer } from './answer';
import type { Metrics, RejectionReason } from './metrics';

/** Counts and tells of a request that gets no 200. @returns its answer */
export type Reject = (reason: RejectionReason, answer: Answer, incident?: Partial<Incident>) => Answer;

/** The answer to what is not taken. */
export const refused = (status: number, error: string, headers?: Record<string, string>): Answer => ({
	status,
	body: { error },
	headers,
});

export function createReject(metrics: Metrics, tell: Tell): Reject {
	return (reason, answer, incident = {}) => {
		metrics.rejected(reason);
		const { error } = answer.body as { error: string };
		const { status } = answer;
		tell(reason, { level: 'warn', event: 'rejected', message: error, ...incident, reason, status });
		return answer;
	};
}
