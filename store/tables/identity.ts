import type { StoreIdentity } from '../../engine/store/store';
import type { Runner } from '../methods';
import type { Work } from '../work';
import { one } from '../work';

interface FormatRow {
	id: string | null;
}

/** The ID of the store, if it has one already. */
function* readId(): Work<string | undefined> {
	return (yield* one<FormatRow>('SELECT id FROM store_format'))?.id ?? undefined;
}

/** The ID of the store: the given one if it has none. */
function* giveId(made: string): Work<string> {
	const row = yield* one<FormatRow>('UPDATE store_format SET id = COALESCE(id, ?) RETURNING id', made);
	return row?.id ?? made;
}

/** Asks for the store's ID at most once, unless that fails. It never changes. */
export function identityOf(
	{ read, write, runtime: { uuid } }: Runner,
	name: string,
): () => Promise<StoreIdentity> {
	let known: Promise<StoreIdentity> | undefined;
	const ask = async () => ({
		// The last part of a UUID is random enough, and short.
		id: (await read(readId)) ?? (await write(() => giveId(uuid().slice(-12)))),
		name,
	});
	return () =>
		(known ??= ask().catch((error: unknown) => {
			known = undefined;
			return Promise.reject(error as Error);
		}));
}
