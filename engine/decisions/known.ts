import type { Facts } from '../policies/facts';
import type { KeptDecision } from '../store/decisions';

/** A decision, and the facts that were kept with it. */
export interface Known {
	decision: KeptDecision;
	facts: Partial<Facts>;
}
