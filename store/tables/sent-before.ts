import type { DecisionState, DecisionStateQuery } from '../../engine/store/store';
import type { Work } from '../work';
import { all, one } from '../work';
import type { SendRow } from './send-row';
import { readCountedFor, readSpent } from './spending';

type Query = Pick<
	DecisionStateQuery,
	'channel' | 'contact' | 'sentSince' | 'newCustomersSince' | 'spentOn' | 'campaign' | 'without'
> & {
	/** Whether what is reserved for the message isn't part of what is spent, as it begins only now. */
	isNew?: boolean;
};

/** What was sent before, as far as a decision asks for it. */
export type SentBefore = Pick<DecisionState, 'sent' | 'newCustomers' | 'spent'>;

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

const RESERVED = `
	SELECT reserved, reserved_for FROM send WHERE key = ? AND reserved IS NOT NULL AND settled IS NULL`;

/** What was spent without what is reserved for a send. */
function* withoutOwn(
	spent: SentBefore['spent'],
	{ spentOn, campaign = '', without = NONE }: Query,
): Work<SentBefore['spent']> {
	const own = yield* one<{ reserved: number; reserved_for: string }>(RESERVED, without);
	if (!own) return spent;
	const place = readCountedFor(own.reserved_for);
	const less = (amount: number, isOf: boolean) => amount - (isOf ? own.reserved : 0);
	return spent.map((one) =>
		one.category !== place.category
			? one
			: {
					...one,
					today: less(one.today, place.day === spentOn),
					thisMonth: less(one.thisMonth, place.day.slice(0, 7) === spentOn?.slice(0, 7)),
					byCampaign: less(one.byCampaign, place.campaign === campaign),
				},
	);
}

/** What was spent, read once for many messages. */
function spentReader(read: typeof readSpent) {
	const known = new Map<string, SentBefore['spent']>();
	return function* spent(query: Query): Work<SentBefore['spent']> {
		const { channel, spentOn: day, campaign = '', without = NONE, isNew } = query;
		if (day === undefined) return [];
		const key = JSON.stringify([channel, day, campaign]);
		const found = known.get(key) ?? (yield* read({ channel, day, campaign }));
		known.set(key, found);
		return without === NONE || isNew ? found : yield* withoutOwn(found, query);
	};
}

/**
 * Reads what was sent before, for each of some customers.
 * @param readMoney reads what was spent: another one if the caller holds the numbers
 */
export function* readSentBefore(queries: Query[], readMoney = readSpent): Work<SentBefore[]> {
	const newCustomers = newCustomersCounter();
	const spent = spentReader(readMoney);
	const read: SentBefore[] = [];
	for (const query of queries) {
		read.push({
			sent: yield* sentTo(query),
			newCustomers: yield* newCustomers(query),
			spent: yield* spent(query),
		});
	}
	return read;
}
