import type { Operation } from '../shared/operation';
import { dropDeadLetters } from './drop-dead-letters.operation';
import { getDeadLetters } from './get-dead-letters.operation';
import { getStats } from './get-stats.operation';
import { replayDeadLetters } from './replay-dead-letters.operation';
import { setRetention } from './set-retention.operation';

/** The operations, in the order of their names. */
export const operations: readonly Operation[] = [
	dropDeadLetters,
	getDeadLetters,
	getStats,
	replayDeadLetters,
	setRetention,
];
