import type { Work } from '../work';
import { one } from '../work';

interface FormatRow {
	id: string | null;
}

/** The ID of the store, if it has one already. */
export function* readId(): Work<string | undefined> {
	return (yield* one<FormatRow>('SELECT id FROM store_format'))?.id ?? undefined;
}

/** The ID of the store: the given one if it has none. */
export function* giveId(made: string): Work<string> {
	const row = yield* one<FormatRow>('UPDATE store_format SET id = COALESCE(id, ?) RETURNING id', made);
	return row?.id ?? made;
}
