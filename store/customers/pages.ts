import type { Runtime } from '../../base';
import type { Database } from '../database';
import type { Work } from '../work';

/** How many rows are looked through at a time, so that nobody waits long. */
export const PAGE = 1_000;

/**
 * Looks through a table piece by piece, and lets others run after each.
 * @param readAfter the rows after one, or the first ones; fewer than a page at the end
 */
export async function* pagesOf<Row>(
	{ read }: Pick<Database, 'read'>,
	runtime: Runtime,
	readAfter: (last: Row | undefined) => Work<Row[]>,
): AsyncGenerator<Row[]> {
	for (let last: Row | undefined; ;) {
		const from = last;
		const rows = await read(() => readAfter(from));
		if (rows.length > 0) yield rows;
		if (rows.length < PAGE) return;
		last = rows.at(-1);
		await runtime.turn();
	}
}
