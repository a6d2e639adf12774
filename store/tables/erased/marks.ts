import type { Value, Work } from '../../work';
import { each } from '../../work';
import type { SendRow } from '../send-row';
import { asPruned, hashOf } from './secret';

const MARK = 'INSERT INTO erased (hash, at, send) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING';

const MARKED_AMONG =
	'SELECT erased.hash FROM (VALUES (?)) AS asked JOIN erased ON erased.hash = asked.column1';

const SENDS_AMONG = `
	SELECT erased.hash, send.* FROM (VALUES (?)) AS asked
	JOIN erased ON erased.hash = asked.column1 JOIN send ON send.key = erased.send`;

/** Something that is erased: an event by its id, or a send by its key. */
export interface Mark {
	hash: string;
	/** When it was received or sent. Epoch ms */
	at: number;
	/** The key of the row that is left of a send. */
	send?: string;
}

export function* markErased(marks: Mark[]): Work<void> {
	const rows = marks.map(({ hash, at, send = null }): [string, Value[]] => [hash, [hash, at, send]]);
	yield* each(
		MARK,
		[...new Map(rows)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, values]) => values),
	);
}

/** Notes that events were deleted because of their age: their redeliveries are told from new ones. */
export function* markPruned(secret: string, events: Array<{ id: string; at: number }>): Work<void> {
	yield* markErased(events.map(({ id, at }) => ({ hash: asPruned(hashOf(secret, 'event', id)), at })));
}

/** Of some events, the ids of those that were erased, and of those that were deleted because of their age. */
export function* deletedEvents(
	secret: string,
	ids: string[],
): Work<{ erased: Set<string>; pruned: Set<string> }> {
	const erasedAs = new Map(ids.map((id) => [hashOf(secret, 'event', id), id]));
	const prunedAs = new Map([...erasedAs].map(([hash, id]) => [asPruned(hash), id]));
	const found = yield* each<{ hash: string }>(
		MARKED_AMONG,
		[...erasedAs.keys(), ...prunedAs.keys()].map((hash) => [hash]),
	);
	const idsIn = (known: Map<string, string>) => new Set(found.flatMap(({ hash }) => known.get(hash) ?? []));
	return { erased: idsIn(erasedAs), pruned: idsIn(prunedAs) };
}

/** Of some sends, what is left of those that were erased, by their keys. */
export function* erasedSends(secret: string, keys: string[]): Work<Map<string, SendRow>> {
	const keyOf = new Map(keys.map((key) => [hashOf(secret, 'send', key), key]));
	const found = yield* each<SendRow & { hash: string }>(
		SENDS_AMONG,
		[...keyOf.keys()].map((hash) => [hash]),
	);
	return new Map(
		found.map(({ hash, ...row }) => {
			const key = keyOf.get(hash)!;
			return [key, { ...row, key }];
		}),
	);
}
