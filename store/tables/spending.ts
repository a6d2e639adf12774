import type { Reservation, SpentQuery, SpentSoFar } from '../../engine/store/money';
import { reads } from '../methods';
import type { Value, Work } from '../work';
import { all, each, run } from '../work';

/** A change of what was spent, and of what it's the sum. */
export interface SpendingChange extends Reservation {
	channel: string;
	/** How many service messages are in the free part. */
	freeService?: number;
}

/** What a message adds to, as its row has it. */
export interface CountedFor extends Omit<Reservation, 'amount'> {
	freeService?: number;
}

export const readCountedFor = (text: string): CountedFor => JSON.parse(text) as CountedFor;

export const writeCountedFor = ({ day, category, campaign, freeService = 0 }: CountedFor): string =>
	JSON.stringify({ day, category, campaign, ...(freeService > 0 && { freeService }) });

/** The columns of a send that keep what is reserved for it. */
export const reservedColumns = (reserve: Reservation | undefined): [Value, Value] =>
	reserve ? [reserve.amount, writeCountedFor(reserve)] : [null, null];

const ADD = `
	INSERT INTO spending (channel, day, category, campaign, amount, free_service)
	SELECT * FROM (VALUES (?, ?, ?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT))) AS added`;

/** Adds changes of what was spent. */
export function* changeSpending(changes: readonly SpendingChange[]): Work<void> {
	const sums = new Map<string, Required<SpendingChange>>();
	for (const { freeService = 0, ...change } of changes) {
		const key = JSON.stringify([change.channel, change.day, change.category, change.campaign]);
		const sum = sums.get(key) ?? { ...change, amount: 0, freeService: 0 };
		sums.set(key, sum);
		sum.amount += change.amount;
		sum.freeService += freeService;
	}
	yield* each(
		ADD,
		[...sums.values()]
			.filter(({ amount, freeService }) => amount !== 0 || freeService !== 0)
			.map(({ channel, day, category, campaign, amount, freeService }) => [
				channel,
				day,
				category,
				campaign,
				amount,
				freeService,
			]),
	);
}

interface SpentRow {
	category: string;
	today: number;
	this_month: number;
	by_campaign: number;
	free_service: number;
	rows: number;
	sums: number;
}

const sumIf = (condition: string, column = 'amount') =>
	`CAST(SUM(CASE WHEN ${condition} THEN ${column} ELSE 0 END) AS BIGINT)`;

const SPENT = `
	SELECT category, CAST(count(*) AS BIGINT) AS rows,
		CAST(count(DISTINCT day || ' ' || campaign) AS BIGINT) AS sums, ${sumIf('day = ?')} AS today,
		${sumIf('day >= ?')} AS this_month, ${sumIf("campaign = ? AND campaign <> ''")} AS by_campaign,
		${sumIf('day >= ?', 'free_service')} AS free_service
	FROM spending WHERE channel = ? AND (day >= ? OR (campaign = ? AND campaign <> ''))
	GROUP BY category ORDER BY category`;

const monthOf = (day: string) => day.replace(/\d\d$/, '01');

function* spentRows({ channel, day, campaign }: SpentQuery): Work<SpentRow[]> {
	const month = monthOf(day);
	return yield* all<SpentRow>(SPENT, day, month, campaign, month, channel, month, campaign);
}

const toSpent = (row: SpentRow): SpentSoFar => ({
	category: row.category,
	today: row.today,
	thisMonth: row.this_month,
	byCampaign: row.by_campaign,
	freeService: row.free_service,
});

export function* readSpent(query: SpentQuery): Work<SpentSoFar[]> {
	return (yield* spentRows(query)).map(toSpent);
}

/** So many rows, and so many for each sum, are made one for each. */
const FOLDED_FROM = { rows: 200, each: 2 };

const FOLD = `DELETE FROM spending WHERE channel = ? RETURNING *`;

interface SpendingRow extends Omit<SpendingChange, 'freeService'> {
	free_service: number;
}

const total = (rows: readonly SpentRow[], of: 'rows' | 'sums') => rows.reduce((sum, row) => sum + row[of], 0);

/**
 * The same for whoever holds the number: it makes few rows of many, and no sum changes by that. What others add meanwhile
 * stays as it is.
 */
export function* readSpentOfHeld(query: SpentQuery): Work<SpentSoFar[]> {
	const found = yield* spentRows(query);
	const [rows, sums] = [total(found, 'rows'), total(found, 'sums')];
	if (rows >= FOLDED_FROM.rows && rows >= sums * FOLDED_FROM.each) {
		const folded = yield* all<SpendingRow>(FOLD, query.channel);
		yield* changeSpending(
			folded.map(({ free_service: freeService, ...change }) => ({ ...change, freeService })),
		);
	}
	return found.map(toSpent);
}

export interface ReservedRow {
	channel: string;
	message_id: string | null;
	reserved: number;
	reserved_for: string;
}

/** A reservation ends once: whoever ends it knows what it was. */
const settleText = (found: 'key' | 'message_id', condition = '1 = 1') => `
	UPDATE send SET settled = 1 FROM (VALUES (?, ?)) AS past
	WHERE send.${found} = past.column1 AND (past.column2 IS NULL OR send.channel = past.column2)
		AND send.reserved IS NOT NULL AND send.settled IS NULL AND ${condition}
	RETURNING send.channel, send.message_id, send.reserved, send.reserved_for`;

const RESERVED_NO_MORE = {
	key: settleText('key'),
	message_id: settleText('message_id'),
	told: settleText(
		'key',
		`EXISTS (SELECT 1 FROM charge WHERE charge.channel = send.channel AND charge.message_id = send.message_id
			AND charge.counted IS NOT NULL)`,
	),
};

/** What a reservation that has ended takes back. */
export const givenBack = ({ channel, reserved, reserved_for: text }: ReservedRow): SpendingChange => ({
	channel,
	...readCountedFor(text),
	amount: -reserved,
});

function* giveBackBy(text: string, keys: readonly string[]): Work<void> {
	const rows = yield* each<ReservedRow>(
		text,
		[...keys].sort().map((key) => [key, null]),
	);
	yield* changeSpending(rows.map(givenBack));
}

/** Gives back what was reserved for messages that didn't go out. */
export const giveBack = (keys: readonly string[]): Work<void> => giveBackBy(RESERVED_NO_MORE.key, keys);

/** The same of messages whose charge is known already: the status came before the answer to the call. */
export const giveBackTold = (keys: readonly string[]): Work<void> => giveBackBy(RESERVED_NO_MORE.told, keys);

/** Ends the reservations of messages, by their IDs, and returns them: what they cost is counted from now on. */
export function* endReservations(
	messages: ReadonlyArray<readonly [messageId: string, channel: string]>,
): Work<ReservedRow[]> {
	return yield* each<ReservedRow>(
		RESERVED_NO_MORE.message_id,
		messages.map((message) => [...message]).sort(),
	);
}

const EXPIRED = `
	UPDATE send SET settled = 1 WHERE key IN (
		SELECT key FROM send WHERE reserved IS NOT NULL AND settled IS NULL AND at < ? LIMIT ?)
	RETURNING channel, message_id, reserved, reserved_for`;

/** Gives back what was reserved for messages of which nothing was heard for too long, some at a time. */
export function* giveBackExpired(before: number, limit: number): Work<number> {
	const rows = yield* all<ReservedRow>(EXPIRED, before, limit);
	yield* changeSpending(rows.map(givenBack));
	return rows.length;
}

const FORGET = `
	DELETE FROM spending WHERE day < ? AND NOT EXISTS (
		SELECT 1 FROM campaign WHERE campaign.channel = spending.channel AND campaign.id = spending.campaign)`;

/** Forgets what was spent before a day, unless it's of a campaign that is still there. */
export function* forgetSpending(before: string): Work<void> {
	yield* run(FORGET, before);
}

export const spendingWorks = {
	spent: reads(readSpent),
};
