import type { NoSlot } from '../../engine';
import type { Outcome } from '../outcome';

/** Why a number has no slot for a message now: the outcome of a send by the rules. */
export function heldByNumber({ halted }: NoSlot, retryAt: number): Outcome & { retryAt: number } {
	const until = new Date(retryAt).toISOString();
	if (halted === undefined) {
		const reason = `The number is sending other messages at its full rate. Its next free slot is at ${until}.`;
		return { action: 'hold', rule: 'number-busy', reason, retryAt };
	}
	const reason = `The number sends nothing until ${until}: ${halted}`;
	return { action: 'hold', rule: 'number-halted', reason, retryAt };
}
