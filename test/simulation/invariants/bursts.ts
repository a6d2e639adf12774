import type { Invariant } from '../history';

/** An event is in one burst, however often it is handed out, and none is left in a burst. */
export const eachEventIsInOneBurst: Invariant = ({ handedOut, tables }) => {
	const burstOf = new Map<number, string>();
	const problems = tables.bursts.map(({ id }) => `The burst ${id} was never ended.`);
	for (const { seqs, bursts } of handedOut) {
		for (const [index, seq] of seqs.entries()) {
			const burst = bursts[index];
			if (burst === undefined) continue;
			const before = burstOf.get(seq) ?? burst;
			if (before !== burst) problems.push(`The event ${seq} was in two bursts: ${before} and ${burst}.`);
			burstOf.set(seq, burst);
		}
	}
	return problems;
};

/** A customer who doesn't stop writing is kept waiting no longer than At Most says. */
export const noBurstWaitsTooLong: Invariant = ({ lateBursts }) =>
	lateBursts.map((id) => `The burst ${id} was to wait for longer than it may.`);
