import type { Operation } from '../shared/operation';
import { dropDeadLetters, getDeadLetters, replayDeadLetters } from './dead-letters.operations';
import { getStats } from './get-stats.operation';
import { setRetention } from './set-retention.operation';

/** The operations, in the order of their names. */
export const operations: readonly Operation[] = [
	dropDeadLetters,
	getDeadLetters,
	getStats,
	replayDeadLetters,
	setRetention,
];
