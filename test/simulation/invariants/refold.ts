import { isDeepStrictEqual } from 'node:util';
import { systemRuntime } from '../../../base';
import type { MessagingEvent } from '../../../engine';
import { changesOfEvent } from '../../../engine/changes-of-event';
import { PROFILE_NAME } from '../../../engine/state/profile-name';
import type { StateChanges } from '../../../engine/state/register';
import { createStore } from '../../../store/create-store';
import { openSqliteDatabase } from '../../../store/sqlite/sqlite-database';
import type { Database } from '../../../store/database';
import { all, run } from '../../../store/work';
import type { Random } from '../../support/seeded-random';
import type { History, Invariant } from '../history';
import type { SendRow, StateRows } from '../tables';
import { readState } from '../tables';
import { CHANNEL } from '../../support/wire';

function shuffled<Item>(items: Item[], random: Random): Item[] {
	const rest = [...items];
	return items.map(() => rest.splice(Math.floor(random.upTo(rest.length)), 1)[0]!);
}

/** How many of its first columns tell a table's rows apart. */
const KEY_COLUMNS = { register: 3, history: 5, alias: 2 } as const;

/** Whether retention takes this row away together with its event: a profile's name. */
const goesWithItsEvent = (row: object, { mayForget }: Pick<History, 'mayForget'>) => {
	const { name, id } = row as { name?: string; id?: string };
	return name === PROFILE_NAME && mayForget(id!);
};

/** The rows that two states don't have in common, although they should. */
function differences(lived: StateRows, refolded: StateRows, history: Pick<History, 'mayForget'>): string[] {
	return (['register', 'history', 'alias'] as const).flatMap((table) => {
		const keyOfRow = (row: object) => JSON.stringify(Object.values(row).slice(0, KEY_COLUMNS[table]));
		const other = new Map(refolded[table].map((row) => [keyOfRow(row), row]));
		const changed = lived[table].flatMap((row) => {
			const again = other.get(keyOfRow(row));
			other.delete(keyOfRow(row));
			if (isDeepStrictEqual({ ...row }, again && { ...again })) return [];
			return `The state has ${JSON.stringify(row)}, but refolded it has ${JSON.stringify(again)}.`;
		});
		const missing = [...other.values()]
			.filter((row) => !goesWithItsEvent(row, history))
			.map((row) => `Refolded, the state also has ${JSON.stringify(row)}.`);
		return [...changed, ...missing];
	});
}

/** What statuses leave of a send. */
type Settled = Pick<SendRow, 'key' | 'state' | 'message_id' | 'failure_rule' | 'failure_reason'>;

const NOTE = `
	INSERT INTO send (key, channel, contact, action, opens, state, at, message_id)
	VALUES (?, '${CHANNEL}', ?, ?, 0, 'sending', ?, ?)`;

/** Notes sends as they were before any status came. */
async function noteSends(database: Database, sends: SendRow[]): Promise<void> {
	for (const { key, contact, action, at, message_id: id } of sends) {
		await database.write(() => run(NOTE, key, contact, action, at, id));
	}
}

/** The sends that statuses left in another way. */
async function differingSends(lived: SendRow[], refolded: Database, told: ReadonlySet<string>) {
	const rows = await refolded.read(() => all<Settled>('SELECT * FROM send'));
	const again = new Map(rows.map((row) => [row.key, row]));
	const shown = ({ key, state, message_id, failure_rule, failure_reason }: Settled) =>
		JSON.stringify({ key, state, message_id, failure_rule, failure_reason });
	return lived
		.filter(({ key }) => told.has(key))
		.map((send) => [shown(send), shown(again.get(send.key)!)])
		.filter(([one, other]) => one !== other)
		.map(([one, other]) => `The store has the send ${one}, but refolded it has ${other}.`);
}

/** The state is the fold of all events that were committed and the recorded outcomes, in any order. */
export const stateIsItsFold =
	(database: Database, random: Random): Invariant =>
	async ({ tables, events, committed, mayForget }) => {
		const { sends } = createStore(database, systemRuntime);
		const ofEvents = await Promise.all(
			events.map(({ event }) => changesOfEvent(JSON.parse(event) as MessagingEvent, sends)),
		);
		const runtime = { ...systemRuntime, turn: () => Promise.resolve() };
		const fresh = await openSqliteDatabase(':memory:', runtime, { isFolderShared: false, warn() {} });
		const store = createStore(fresh, runtime);
		await noteSends(fresh, tables.sends);
		const changes = [...ofEvents, ...committed].map(
			({ registers, history, aliases, settlements }): StateChanges => ({
				registers,
				history,
				aliases,
				settlements,
			}),
		);
		for (const change of shuffled(changes, random)) await store.apply(change);
		const refolded = await readState(fresh);
		const settlements = ofEvents.flatMap((change) => change.settlements ?? []);
		const told = new Set(settlements.flatMap(({ key }) => key ?? []));
		const ofSends = await differingSends(tables.sends, fresh, told);
		await fresh.close();
		return [...differences(tables.state, refolded, { mayForget }), ...ofSends];
	};
