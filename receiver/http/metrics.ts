import type { Sample } from '../../monitoring';
import { openHistogram } from '../../monitoring';
import type { Load } from './load';
import type { Receipt, RefusalReason } from './receive-delivery';

/** Why a request got no 200. */
export type RejectionReason =
	| RefusalReason
	| 'too-large'
	| 'overload'
	| 'aborted'
	| 'timeout'
	| 'malformed'
	| 'method'
	| 'path'
	| 'failed';

const REASONS: readonly RejectionReason[] = [
	...(['signature', 'store', 'busy', 'too-large', 'overload'] as const),
	...(['aborted', 'timeout', 'malformed', 'method', 'path', 'failed'] as const),
];

/** Upper bounds of the commit time's histogram. s */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a receiver counts of its own process. The store counts what came in, whoever took it. */
export function openMetrics(load: Load) {
	let deliveries = 0;
	const rejected = new Map<RejectionReason, number>(REASONS.map((reason) => [reason, 0]));
	const commits = openHistogram('commit_seconds', BOUNDS);
	return {
		/** A delivery was taken, and 200 is the answer. */
		taken({ committedIn }: Pick<Receipt, 'committedIn'>): void {
			deliveries += 1;
			if (committedIn !== undefined) commits.observe(committedIn / 1_000);
		},
		rejected(reason: RejectionReason): void {
			rejected.set(reason, rejected.get(reason)! + 1);
		},
		samples(): Sample[] {
			return [
				{ name: 'deliveries_accepted_total', value: deliveries },
				...[...rejected].map(([reason, value]): Sample => {
					return { name: 'requests_rejected_total', labels: { reason }, value };
				}),
				{ name: 'deliveries_in_flight', value: load.deliveries },
				{ name: 'bytes_in_flight', value: load.bytes },
				...commits.samples(),
			];
		},
	};
}

export type Metrics = ReturnType<typeof openMetrics>;
