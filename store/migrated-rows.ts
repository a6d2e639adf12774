import { totalCharges } from './tables/charge-totals';
import type { Work } from './work';

/** The schema version from which on charges are counted by day. */
const COUNTS_BY_DAY = 31;

/** What a migration has to do with the rows that are there, and that SQL can't say. In the same transaction. */
export function* migrateRows(from: number, to: number): Work<void> {
	if (from > 0 && from < COUNTS_BY_DAY && to >= COUNTS_BY_DAY) yield* totalCharges();
}
