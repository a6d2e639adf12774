import { systemRuntime } from '../../base';
import type { KeptDecision, LoggedPolicy } from '../../engine';
import { createStore } from '../../store/create-store';
import type { Database } from '../../store/database';
import { all } from '../../store/work';

/** The columns of a send that are checked. */
export interface SendRow {
	key: string;
	contact: string;
	action: string;
	at: number;
	opens: number;
	state: string;
	campaign: string | null;
	due: number | null;
	message_id: string | null;
	failure_rule: string | null;
	failure_reason: string | null;
	reserved: number | null;
	reserved_for: string | null;
}

/** An event in the inbox. */
export interface EventRow {
	id: string;
	seq: number;
	event: string;
}

/** What the store holds after a run. */
export interface Tables {
	sends: SendRow[];
	events: EventRow[];
	cursors: Array<{ number: number; seq: number; leased_until: number }>;
	deadLetters: Array<{ seq: number; leased_until: number }>;
	/** What still waits in bursts. */
	bursts: Array<{ id: string; attempt: number }>;
	state: StateRows;
	/** The log, oldest first, and the policies that decided. */
	decisions: KeptDecision[];
	policies: ReadonlyMap<string, LoggedPolicy>;
}

/** The rows that the state is made of. How far a clock is ahead is a reading, and no fold. */
export type StateRows = Readonly<Record<'register' | 'history' | 'alias', object[]>>;

const rows = <Row extends object>(database: Database, text: string) => database.read(() => all<Row>(text));

export const readState = async (database: Database): Promise<StateRows> => ({
	register: await rows(
		database,
		`SELECT * FROM register WHERE name <> 'clock' ORDER BY scope, subject, name`,
	),
	history: await rows(database, 'SELECT * FROM history ORDER BY scope, subject, at, rank, id'),
	alias: await rows(database, 'SELECT * FROM alias ORDER BY scope, alias'),
});

/** More decisions than a run makes. */
const ALL = 100_000;

const readLog = async (database: Database): Promise<Pick<Tables, 'decisions' | 'policies'>> => {
	const { decisions } = createStore(database, systemRuntime);
	return { decisions: await decisions.page({ since: 0, limit: ALL }), policies: await decisions.policies() };
};

export const readTables = async (database: Database): Promise<Tables> => ({
	sends: await rows(
		database,
		`SELECT key, contact, action, at, opens, state, campaign, due, message_id, failure_rule, failure_reason, reserved,
			reserved_for FROM send
		 ORDER BY key`,
	),
	events: await rows(database, 'SELECT id, seq, event FROM inbox ORDER BY seq'),
	cursors: await rows(database, 'SELECT number, seq, leased_until FROM partition_cursor ORDER BY number'),
	deadLetters: await rows(database, 'SELECT seq, leased_until FROM dead_letter ORDER BY seq'),
	bursts: await rows(database, 'SELECT id, attempt FROM burst ORDER BY id'),
	state: await readState(database),
	...(await readLog(database)),
});

/** The bursts that wait for longer than so long (ms) after their first message. */
export async function burstsBeyond(database: Database, atMostMs: number): Promise<string[]> {
	const late = await database.read(() =>
		all<{ id: string }>('SELECT id FROM burst WHERE due_at > opened_at + CAST(? AS BIGINT)', atMostMs),
	);
	return late.map(({ id }) => id);
}

/** The events behind one in the inbox, oldest first. */
export const eventsAfter = (database: Database, seq: number): Promise<EventRow[]> =>
	database.read(() => all<EventRow>('SELECT id, seq, event FROM inbox WHERE seq > ? ORDER BY seq', seq));

/** How many bursts haven't ended. */
export async function openBursts(database: Database): Promise<number> {
	const [row] = await rows<{ count: number }>(database, 'SELECT count(*) AS count FROM burst');
	return row!.count;
}

/** How many recipients of campaigns have no final state. */
export async function openRecipients(database: Database): Promise<number> {
	const [row] = await rows<{ count: number }>(
		database,
		`SELECT count(*) AS count FROM send
		 WHERE campaign IS NOT NULL AND state IN ('planned', 'claimed', 'sending', 'held')`,
	);
	return row!.count;
}

/** How many events the slowest partition is behind. */
export async function unreadEvents(database: Database): Promise<number> {
	const [row] = await rows<{ count: number }>(
		database,
		`SELECT COALESCE(max(newest.value - place.seq), 1) AS count FROM partition_cursor AS place, counter AS newest
		 WHERE newest.name = 'inbox'`,
	);
	return row!.count;
}
