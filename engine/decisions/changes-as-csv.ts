import { writeCsv } from '../../base';
import { writeAmount } from '../money/amounts';
import type { ChangedDecision } from './replay-result';

const COLUMNS = ['at', 'channel', 'customer', 'key', 'before', 'rule before', 'after', 'rule after', 'until'];
const COST_COLUMNS = ['cost at most', 'currency'];

/**
 * Decisions that differ as a CSV file with a head, their times as ISO 8601.
 * @param names of customers; without it, the file has no column for them
 */
export const changesAsCsv = (
	changes: readonly ChangedDecision[],
	names?: ReadonlyMap<string, string>,
): string =>
	writeCsv(
		[...COLUMNS, ...COST_COLUMNS, ...(names ? ['name'] : [])],
		changes.map(({ at, channel, contact, key, before, after, until, cost }) => [
			new Date(at).toISOString(),
			channel,
			contact,
			key,
			before.action,
			before.rule,
			after.action,
			after.rule,
			until === undefined ? '' : new Date(until).toISOString(),
			cost && 'amount' in cost ? writeAmount(cost.amount) : '',
			cost?.currency ?? '',
			...(names ? [names.get(contact) ?? ''] : []),
		]),
	);
