import type { DecisionState, DecisionStateQuery } from '../../engine/store/store';
import type { Work } from '../work';
import { all, one } from '../work';
import type { SendRow } from './send-row';

type Query = Pick<DecisionStateQuery, 'channel' | 'contact' | 'sentSince' | 'newCustomersSince' | 'without'>;

/** What was sent before, as far as a decision asks for it. */
export type SentBefore = Pick<DecisionState, 'sent' | 'newCustomers'>;

const SENT_TO = `
	SELECT at, action, category FROM send
	WHERE channel = ? AND contact = ? AND at >= ? AND key <> ? AND state <> 'failed' ORDER BY at`;

const OPENED = "opens = 1 AND at >= ? AND key <> ? AND state <> 'failed'";

const NEW_CUSTOMERS = `
	SELECT count(DISTINCT contact) AS count, min(at) AS oldest FROM send WHERE channel = ? AND ${OPENED}`;

const IS_NEW_CUSTOMER = `SELECT 1 FROM send WHERE channel = ? AND contact = ? AND ${OPENED} LIMIT 1`;

/** No send has this key. */
const NONE = '';

/** What was sent to a customer since a time, oldest first. */
function* sentTo({ channel, contact, sentSince, without = NONE }: Query): Work<SentBefore['sent']> {
	if (sentSince === undefined) return [];
	const rows = yield* all<Pick<SendRow, 'at' | 'action' | 'category'>>(
		SENT_TO,
		channel,
		contact,
		sentSince,
		without,
	);
	return rows.map(({ at, action, category }) => ({ at, action, ...(category !== null && { category }) }));
}

interface Counted {
	count: number;
	oldest: number | null;
}

/** The customers that a channel wrote to on its own initiative since a time. Counted once for many of them. */
function newCustomersCounter() {
	const counted = new Map<string, Counted>();
	return function* newCustomers(query: Query): Work<SentBefore['newCustomers']> {
		const { channel, contact, newCustomersSince: since, without = NONE } = query;
		if (since === undefined) return { count: 0, known: false };
		const key = JSON.stringify([channel, since, without]);
		const found = counted.get(key) ?? (yield* one<Counted>(NEW_CUSTOMERS, channel, since, without))!;
		counted.set(key, found);
		const known = yield* one(IS_NEW_CUSTOMER, channel, contact, since, without);
		const { count, oldest } = found;
		return { count, ...(oldest !== null && { oldestAt: oldest }), known: known !== undefined };
	};
}

/** Reads what was sent before, for each of some customers. */
export function* readSentBefore(queries: Query[]): Work<SentBefore[]> {
	const newCustomers = newCustomersCounter();
	const read: SentBefore[] = [];
	for (const query of queries) {
		read.push({ sent: yield* sentTo(query), newCustomers: yield* newCustomers(query) });
	}
	return read;
}
