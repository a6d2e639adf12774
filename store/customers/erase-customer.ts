import type { Runtime } from '../../base';
import type { CustomerQuery, ErasedCounts } from '../../engine/store/customers';
import type { Database } from '../database';
import { keepOptOuts } from '../tables/erased/opt-outs';
import { holdInbox, newSecret } from '../tables/erased/secret';
import { eraseOpened } from '../tables/opened';
import { eraseCharges } from './charges-of';
import { deleteDecisions } from '../tables/decisions';
import { deleteForwards } from '../tables/forwards';
import { deleteSentTexts } from '../tables/sent-texts';
import { newestSeq } from '../tables/subscriptions';
import { eraseWaits } from '../tables/waits';
import type { Work } from '../work';
import { each, lock, run } from '../work';
import { eraseBursts, eraseFromBursts } from './bursts-of';
import {
	deleteDeadLetters,
	deleteEvents,
	deleteStarts,
	deleteStartsOf,
	forgetErrors,
	markEvents,
	renameEvents,
} from './erase-events';
import { eraseSends } from './erase-sends';
import { findForwards } from './forwards-about';
import type { FoundEvent } from './find-events';
import { eventsBetween, findEvents } from './find-events';
import { findDeadLetters, findStarts } from './find-rest';
import { namesOf } from './names-of';
import { registersOf } from './registers-of';

/** How much is erased in one transaction. */
const PIECE = 500;

const DELETE_REGISTERS = 'DELETE FROM register WHERE scope = ? AND subject = ? AND name = ?';

/** What a customer's data was found to be, up to a number of the inbox. */
interface Found {
	names: string[];
	upTo: number;
}

type Received = Pick<FoundEvent, 'event' | 'receivedAt'>;

const groupsOf = (received: Received[]) =>
	new Set(
		received.flatMap(({ event }) => ('group' in event && event.group !== undefined ? event.group : [])),
	);

/** Erases what names events, but not the events: it is found by them, so it goes before them. */
function* eraseTraces(secret: string, channel: string, received: Received[]): Work<void> {
	yield* markEvents(
		secret,
		received.map(({ event, receivedAt }) => ({ id: event.id, at: receivedAt })),
	);
	const ids = received.map(({ event }) => event.id);
	yield* renameEvents(secret, channel, new Set(ids), groupsOf(received));
	yield* eraseFromBursts(ids);
}

/**
 * Erases the state and the names of a customer, and what came since the inbox was looked through. Nothing is committed
 * and nobody is named meanwhile.
 * @returns `undefined` if the customer has other names by now, which have to be looked for first
 */
function* eraseState(
	made: string,
	customer: CustomerQuery,
	{ names, upTo }: Found,
): Work<Omit<ErasedCounts, 'deadLetters' | 'forwards'> | undefined> {
	const secret = yield* holdInbox(made);
	yield* lock('names');
	const { channel } = customer;
	if ((yield* namesOf(customer)).join('\n') !== names.join('\n')) return undefined;
	const late = yield* eventsBetween(channel, names, upTo, yield* newestSeq());
	yield* eraseTraces(secret, channel, late);
	const starts = late.length === 0 ? 0 : yield* deleteStartsOf(late.map(({ event }) => event.id));
	const events = yield* deleteEvents(late.map(({ seq }) => seq));

	const sends = yield* eraseSends(secret, channel, names);
	const decisions = yield* deleteDecisions(channel, names);
	const charges = yield* eraseCharges(secret, channel, names);
	const sentTexts = yield* deleteSentTexts(channel, names);
	const bursts = yield* eraseBursts(channel, names);
	const waits = yield* eraseWaits(channel, names);
	const registers = yield* registersOf(channel, names);
	const optOuts = registers.filter(({ name }) => name.startsWith('opt-out:'));
	yield* keepOptOuts(secret, channel, names, optOuts);
	yield* each(
		DELETE_REGISTERS,
		registers.map(({ scope, subject, name }) => [scope, subject, name]),
	);
	yield* eraseOpened(channel, names);
	const aliases = yield* run('DELETE FROM alias WHERE scope = ? AND contact = ?', channel, names[0]!);
	return {
		events,
		starts,
		state: registers.length,
		names: aliases,
		bursts,
		sends,
		decisions,
		sentTexts,
		charges,
		waits,
	};
}

/** Erases a customer: what was received first, as the names that it is found by go last. */
export async function eraseCustomer(
	database: Database,
	runtime: Runtime,
	customer: CustomerQuery,
): Promise<ErasedCounts> {
	const { channel } = customer;
	const made = newSecret(runtime);
	const erased = { events: 0, deadLetters: 0, starts: 0, forwards: 0 };

	async function inPieces<Item, Result>(items: Item[], work: (piece: Item[]) => Work<Result>) {
		const results: Result[] = [];
		for (let from = 0; from < items.length; from += PIECE) {
			const piece = items.slice(from, from + PIECE);
			results.push(await database.write(() => work(piece)));
		}
		return results;
	}

	/** Those of events that are gone already would else start again with a redelivery. */
	async function eraseStarts(ids: ReadonlySet<string>, names: readonly string[]): Promise<void> {
		const starts = await findStarts(database, runtime, ids, names);
		const counts = await inPieces(starts, function* (piece) {
			const secret = yield* holdInbox(made);
			yield* markEvents(
				secret,
				piece.map(({ eventId, at }) => ({ id: eventId, at })),
			);
			return yield* deleteStarts(piece);
		});
		for (const count of counts) erased.starts += count;
	}

	/** @returns the last delivery that was looked at */
	async function eraseForwards(names: readonly string[], after: number): Promise<number> {
		const { forwards, last } = await findForwards(database, runtime, { channel, names, after });
		const seqs = forwards.map(({ seq }) => seq);
		for (const count of await inPieces(seqs, deleteForwards)) erased.forwards += count;
		return last;
	}

	// Whoever sends sees the secret before any send is stripped.
	await database.write(() => holdInbox(made));
	for (;;) {
		const names = await database.read(() => namesOf(customer));
		const found = await findEvents(database, runtime, channel, names);
		const { own: letters, mentioning } = await findDeadLetters(database, runtime, channel, names);
		const received: Received[] = [
			...found.events,
			...letters.map(({ event, at }) => ({ event, receivedAt: at })),
		];
		await inPieces(received, function* (piece) {
			yield* eraseTraces(yield* holdInbox(made), channel, piece);
		});
		await eraseStarts(new Set(received.map(({ event }) => event.id)), names);
		for (const count of await inPieces(letters, deleteDeadLetters)) erased.deadLetters += count;
		await inPieces(mentioning, forgetErrors);
		for (const count of await inPieces(
			found.events.map(({ seq }) => seq),
			deleteEvents,
		))
			erased.events += count;

		const lookedUpTo = await eraseForwards(names, 0);
		const rest = await database.write(() => eraseState(made, customer, { ...found, names }));
		if (!rest) continue;
		// What came until the state was erased.
		await eraseForwards(names, lookedUpTo);
		await database.emptyLog();
		return {
			...erased,
			...rest,
			events: erased.events + rest.events,
			starts: erased.starts + rest.starts,
		};
	}
}
