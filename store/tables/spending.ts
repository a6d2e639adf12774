import type { AddedSpending, Reservation, SpentQuery, SpentSoFar } from '../../engine/store/money';
import { reads } from '../methods';
import type { Value, Work } from '../work';
import { all, each, one, run } from '../work';

/** A change of what was spent, and of what it's the sum. */
export interface SpendingChange extends AddedSpending {
	channel: string;
	/** How many service messages are in the free part. */
	freeService?: number;
}

/** What a message adds to, as its row has it. */
export interface CountedFor extends Omit<AddedSpending, 'amount'> {
	freeService?: number;
}

export const readCountedFor = (text: string): CountedFor => JSON.parse(text) as CountedFor;

export const writeCountedFor = ({ day, category, campaign, freeService = 0 }: CountedFor): string =>
	JSON.stringify({ day, category, campaign, ...(freeService > 0 && { freeService }) });

/** The columns of a send that keep what is reserved for it. */
export const reservedColumns = (reserve: Reservation | undefined): [Value, Value] =>
	reserve ? [reserve.amount, writeCountedFor(reserve)] : [null, null];

/** What others add while somebody holds the number. */
const ADD = `
	INSERT INTO spending (channel, day, category, campaign, amount, free_service) VALUES (?, ?, ?, ?, ?, ?)`;

const SUM_UP = `
	INSERT INTO spending (channel, day, category, campaign, amount, free_service, summed)
	VALUES (?, ?, ?, ?, ?, ?, 1)
	ON CONFLICT (channel, day, category, campaign) WHERE summed = 1 DO UPDATE SET
		amount = spending.amount + excluded.amount, free_service = spending.free_service + excluded.free_service`;

/**
 * Adds changes of what was spent.
 * @param isHeld whether the caller holds the numbers: then the changes go into the rows of the sums
 */
export function* changeSpending(changes: readonly SpendingChange[], { isHeld = false } = {}): Work<void> {
	const sums = new Map<string, Required<SpendingChange>>();
	for (const { channel, day, category, campaign, amount, freeService = 0 } of changes) {
		const key = JSON.stringify([channel, day, category, campaign]);
		const sum = sums.get(key) ?? { channel, day, category, campaign, amount: 0, freeService: 0 };
		sums.set(key, sum);
		sum.amount += amount;
		sum.freeService += freeService;
	}
	yield* each(
		isHeld ? SUM_UP : ADD,
		[...sums]
			.filter(([, { amount, freeService }]) => amount !== 0 || freeService !== 0)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([, { channel, day, category, campaign, amount, freeService }]) => [
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
	added: number;
}

const sumIf = (condition: string, column = 'amount') =>
	`CAST(SUM(CASE WHEN ${condition} THEN ${column} ELSE 0 END) AS BIGINT)`;

const SPENT = `
	SELECT category, ${sumIf('summed = 0', '1')} AS added, ${sumIf('day = ?')} AS today,
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

interface SpendingRow extends Omit<SpendingChange, 'freeService'> {
	free_service: number;
}

const TAKE_ADDED = 'DELETE FROM spending WHERE channel = ? AND summed = 0 AND day = ? RETURNING *';

/** Makes what others have added on a day part of the sums. The caller holds the number. */
export function* sumUp(channel: string, day: string): Work<void> {
	const added = yield* all<SpendingRow>(TAKE_ADDED, channel, day);
	yield* changeSpending(
		added.map(({ free_service: freeService, ...change }) => ({ ...change, freeService })),
		{ isHeld: true },
	);
}

/** From so many rows on that others have added, those of a day are summed up. */
const SUMMED_UP_FROM = 200;

const FIRST_ADDED = 'SELECT min(day) AS day FROM spending WHERE channel = ? AND summed = 0';

/** The same for whoever holds the number, who also sums up some of what others have added. No sum changes by that. */
export function* readSpentOfHeld(query: SpentQuery): Work<SpentSoFar[]> {
	const found = yield* spentRows(query);
	if (found.reduce((sum, { added }) => sum + added, 0) >= SUMMED_UP_FROM) {
		const first = yield* one<{ day: string | null }>(FIRST_ADDED, query.channel);
		if (first?.day) yield* sumUp(query.channel, first.day);
	}
	return found.map(toSpent);
}

const DAYS_WITH_ADDED =
	'SELECT channel, day FROM spending WHERE summed = 0 GROUP BY channel, day ORDER BY channel, day';

/** The numbers and days with rows that aren't part of the sums. */
export const daysToSumUp = (): Work<Array<Pick<SpendingChange, 'channel' | 'day'>>> => all(DAYS_WITH_ADDED);

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
