import { MINUTE } from '../../base';
import type { Runtime } from '../../base';
import type { CampaignRef } from '../../engine/store/campaigns';
import { EXPIRES_AFTER } from '../../engine/money/charges';
import type { Retention } from '../../engine/store/store';
import type { Database } from '../database';
import { newSecret } from '../tables/erased/secret';
import { holdNumber } from '../tables/rates';
import { daysToSumUp, forgetSpending, giveBackExpired, sumUp } from '../tables/spending';
import { OF_CAMPAIGN } from '../tables/send-row';
import type { Value, Work } from '../work';
import { all, one, run } from '../work';
import type { Cut } from './cut';
import { cutOf } from './cut';
import type { Turn } from './prune-events';
import { PIECE, pruneEvents } from './prune-events';
import type { Sweep } from './sweeps';
import { sweepsOf } from './sweeps';

/** Subscriptions that were alive since then hold back what they have not settled. */
const STANDING = `
	SELECT min(seq) AS seq FROM partition_cursor
	WHERE subscription IN (SELECT id FROM subscription WHERE active = 1 AND seen_at >= ?)`;

/** Campaigns of which nothing was sent since then, and in which nobody waits. */
const isPast = ({ text }: Cut) => `
	kept = 0 AND COALESCE(last_sent_at, planned_at) < ${text} AND NOT EXISTS (
		SELECT 1 FROM send
		WHERE send.campaign = campaign.id AND send.channel = campaign.channel AND send.due IS NOT NULL)`;

const IS_IT = 'channel = ? AND id = ?';

const RECIPIENTS = `DELETE FROM send WHERE key IN (SELECT key FROM send WHERE ${OF_CAMPAIGN} LIMIT ?)`;

/** The columns of keys that aren't texts. */
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'at', 'part']);

/** The rows of a table from one key on, up to another. */
function range({ key }: Sweep, after: Value[], upTo: Value[] | undefined) {
	const columns = `(${key.join(', ')})`;
	const asked = `(${key.map(() => '?').join(', ')})`;
	return {
		text: `${columns} > ${asked}${upTo ? ` AND ${columns} <= ${asked}` : ''}`,
		values: [...after, ...(upTo ?? [])],
	};
}

/** The last key of a piece that begins after a key; none if the table ends before. */
function* endOfPiece(sweep: Sweep, after: Value[]): Work<Value[] | undefined> {
	const { text, values } = range(sweep, after, undefined);
	const columns = sweep.key.map((column, index) => `${column} AS key${index}`).join(', ');
	const row = yield* one<Record<string, Value>>(
		`SELECT ${columns} FROM ${sweep.table} WHERE ${text} ORDER BY ${sweep.key.join(', ')} LIMIT 1 OFFSET ?`,
		...values,
		PIECE - 1,
	);
	return row && sweep.key.map((_, index) => row[`key${index}`]!);
}

/** Looks through a table piece by piece, and deletes what is old. Nothing is locked where nothing is. */
async function sweepTable({ read, write }: Database, turn: Turn, sweep: Sweep): Promise<void> {
	const { table, old, note } = sweep;

	/** Changes some rows of a piece, if there are any. */
	async function change(what: string, set: Value[], where: string, ofWhere: Value[]): Promise<void> {
		const any = `SELECT 1 AS found FROM ${table} WHERE ${where} LIMIT 1`;
		const found = await read(() => one(any, ...ofWhere));
		if (found) await write(() => run(`${what} WHERE ${where}`, ...set, ...ofWhere));
	}

	let after: Value[] | undefined = sweep.key.map((column) => (NUMBERS.has(column) ? 0 : ''));
	while (after) {
		const from: Value[] = after;
		const upTo = await read(() => endOfPiece(sweep, from));
		const { text, values } = range(sweep, from, upTo);
		if (note) {
			const { of, ofValues } = note;
			await change(note.note, note.values, `${text} AND ${of}`, [...values, ...ofValues]);
		}
		await change(`DELETE FROM ${table}`, [], `${text} AND (${old})`, [...values, ...sweep.values]);
		after = upTo;
		await turn();
	}
}

/** Deletes piece by piece until a piece isn't full. */
async function deleteAll({ write }: Database, turn: Turn, deletePiece: () => Work<number>): Promise<number> {
	for (let deleted = 0; ;) {
		const count = await write(deletePiece);
		deleted += count;
		if (count < PIECE) return deleted;
		await turn();
	}
}

async function pruneCampaigns(database: Database, turn: Turn, before: Cut): Promise<void> {
	const { values } = before;
	const past = `SELECT channel, id FROM campaign WHERE ${isPast(before)}`;
	for (const { channel, id } of await database.read(() => all<CampaignRef>(past, ...values))) {
		// Somebody may have planned in it meanwhile: then it isn't past any more.
		const [still] = await database.read(() => all(`${past} AND ${IS_IT}`, ...values, channel, id));
		if (!still) continue;
		await deleteAll(database, turn, () => run(RECIPIENTS, id, channel, PIECE));
		await database.write(() =>
			run(`DELETE FROM campaign WHERE ${isPast(before)} AND ${IS_IT}`, ...values, channel, id),
		);
	}
}

/** When statuses came is kept as long as what they are looked at for. */
async function pruneHeard({ read, write }: Database, before: number): Promise<void> {
	const minute = Math.floor(before / MINUTE);
	if (await read(() => one('SELECT 1 FROM heard WHERE minute < ? LIMIT 1', minute))) {
		await write(() => run('DELETE FROM heard WHERE minute < ?', minute));
	}
}

/** Gives back what was reserved for messages that expired, and forgets what was spent before the last month. */
async function giveBackOld(database: Database, turn: Turn, now: number): Promise<void> {
	await deleteAll(database, turn, () => giveBackExpired(now - EXPIRES_AFTER, PIECE));
	const before = new Date(now - 2 * EXPIRES_AFTER).toISOString().slice(0, '2026-10-01'.length);
	await database.write(() => forgetSpending(before));
}

/** Makes one row of many that were added to what was spent. */
async function sumUpSpending({ read, write }: Database, turn: Turn): Promise<void> {
	for (const { channel, day } of await read(daysToSumUp)) {
		await write(function* () {
			yield* holdNumber(channel);
			yield* sumUp(channel, day);
		});
		await turn();
	}
}

/**
 * Forgets what is older than it is kept, in small pieces: events, except those that a living subscription
 * still has to settle or that wait in a burst; the marks of their redeliveries; settled sends and started executions;
 * campaigns that are over; dead letters; conversations that ended long ago; and which messages were charged, but not how
 * many.
 * @throws the signal's reason between two pieces, if it ends the work
 */
export async function prune(
	database: Database,
	runtime: Runtime,
	retention: Retention,
	signal?: AbortSignal,
): Promise<number> {
	const { events, sends, recipients = sends, marks = events } = retention;
	const ofCampaigns = cutOf(retention, { part: 'recipients', number: 'channel', otherwise: recipients });
	const turn: Turn = async () => {
		await runtime.turn();
		signal?.throwIfAborted();
	};
	await pruneCampaigns(database, turn, ofCampaigns);
	await pruneHeard(database, ofCampaigns.earliest);
	await giveBackOld(database, turn, runtime.now());
	await sumUpSpending(database, turn);
	for (const sweep of sweepsOf(retention, runtime.now())) await sweepTable(database, turn, sweep);
	const before = cutOf(retention, { part: 'events', number: 'channel', otherwise: events });
	const standing = await database.read(() => one<{ seq: number | null }>(STANDING, before.earliest));
	const upTo = standing?.seq ?? Number.MAX_SAFE_INTEGER;
	const deleted = await pruneEvents(database, turn, newSecret(runtime), { before, upTo, marks });
	await database.emptyLog();
	return deleted;
}
