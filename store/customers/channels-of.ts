import type { Work } from '../work';
import { all } from '../work';

/** The columns that have the number of what is kept about customers, each the first one of an index. */
const PLACES = [
	['register', 'scope'],
	['alias', 'scope'],
	['burst', 'channel'],
	['charge', 'channel'],
	['decision', 'channel'],
	['send', 'channel'],
	['sent_text', 'channel'],
	['wait', 'channel'],
] as const;

/** The values of a column. Seeks from one to the next, as there are few. */
const valuesOf = ([table, column]: (typeof PLACES)[number]) => `
	WITH RECURSIVE found (channel) AS (
		SELECT min(${column}) FROM ${table}
		UNION ALL
		SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > found.channel)
		FROM found WHERE found.channel IS NOT NULL)
	SELECT channel FROM found WHERE channel IS NOT NULL`;

/** The state of accounts has scopes, too, but no customers. */
const HAS_CUSTOMERS = `
	SELECT 1 FROM register WHERE scope = ? AND subject > '' AND subject NOT LIKE 'template:%' LIMIT 1`;

/** The numbers that anything is kept of about a customer. */
export function* channelsOfCustomers(): Work<string[]> {
	const found = new Set<string>();
	for (const place of PLACES) {
		for (const { channel } of yield* all<{ channel: string }>(valuesOf(place))) {
			const isOfAccount = place[0] === 'register' && (yield* all(HAS_CUSTOMERS, channel)).length === 0;
			if (!isOfAccount) found.add(channel);
		}
	}
	return [...found].sort();
}
