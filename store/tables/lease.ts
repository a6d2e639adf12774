import type { Value } from '../work';
import { CLOCK_MS } from '../work';

/**
 * A condition that a row's lease is over. One that ends later than twice its length from now was given by a clock that
 * has been set back since. Clocks of processes differ by a moment, and are set back by seconds: such a lease only
 * lasts longer.
 */
export const IS_FREE = `(leased_until <= ${CLOCK_MS} OR leased_until > ${CLOCK_MS} + 2 * lease_ms)`;

/** What a lease writes; its values are those of `leaseOf`. */
export const LEASE = `leased_until = ${CLOCK_MS} + CAST(? AS BIGINT), lease_ms = ?`;

/** A lease of so long (ms), from now. */
export const leaseOf = (leaseMs: number): Value[] => [leaseMs, leaseMs];
