import { MINUTE } from '../../base';
import type {
	AffectedCustomer,
	Happened,
	HappenedCount,
	HappenedQuery,
	RecentCustomer,
	UnansweredCustomer,
	UnansweredQuery,
	WhomQuery,
} from '../../engine/store/overview';
import { keptCampaign } from '../../engine/campaigns/keys';
import { REFUSED_AS } from '../../engine/decisions/note-of';
import { HUMAN_REPLIED } from '../../engine/state/human-replies';
import { reads } from '../methods';
import type { Work } from '../work';
import { all, one } from '../work';
import {
	findCustomers,
	findEnding,
	findNamed,
	findNamedLately,
	LOOKED_AT,
	profilesOf,
	wroteAt,
} from './find-customers';

const RECEIVED = `
	SELECT channel, 'received' AS what, count(*) AS count FROM inbox
	WHERE received_at >= ? AND received_at < ? AND kind = 'message' GROUP BY channel`;

/**
 * A clock that differs by so much was moved, as a sandbox's is: what came before differs by less, and only its own date
 * tells when it was. ms
 */
const MOVED = 10 * MINUTE;

/** The date is in the event. SQLite and Postgres both understand this. */
const DATED = `
	SELECT channel, 'received' AS what, count(*) AS count FROM (
		SELECT channel, CAST(json(event) ->> 'at' AS BIGINT) AS at FROM inbox
		WHERE received_at >= ? AND kind = 'message') AS dated
	WHERE at >= ? AND at < ? GROUP BY channel`;

/** Received messages, which are kept by the time of their receipt by the local clock. */
function* countReceived({ from, to, ahead }: HappenedQuery): Work<HappenedCount[]> {
	if (Math.abs(ahead) < MOVED) return yield* all<HappenedCount>(RECEIVED, from - ahead, to - ahead);
	return yield* all<HappenedCount>(DATED, from - Math.max(0, ahead) - MOVED, from, to);
}

/** Lines of the log that tell that the gateway refused a single message, as `isRefusal` says. */
const isRefusal = (table = 'decision') =>
	`${table}.policy IS NULL AND ${table}.action = 'skip' AND ${table}.rule IN ('${REFUSED_AS.join("', '")}')`;

const DECIDED = `
	SELECT channel, what, count(*) AS count FROM (
		SELECT channel, CASE
			WHEN ${isRefusal()} THEN 'refused'
			WHEN action = 'hold' THEN 'held' WHEN action = 'skip' THEN 'skipped' ELSE 'answered' END AS what
		FROM decision WHERE at >= ? AND at < ?) AS decided
	GROUP BY channel, what`;

/** What was decided. A message that was let out and refused wasn't sent: it failed. */
function* countDecided({ from, to }: HappenedQuery): Work<HappenedCount[]> {
	const rows = yield* all<{ channel: string; what: Happened | 'refused'; count: number }>(DECIDED, from, to);
	return rows.flatMap(({ channel, what, count }): HappenedCount[] =>
		what === 'refused'
			? [
					{ channel, what: 'failed', count },
					{ channel, what: 'answered', count: -count },
				]
			: [{ channel, what, count }],
	);
}

/** The index says the same. */
const LOST = `
	SELECT channel, state AS what, count(*) AS count FROM send
	WHERE state IN ('failed', 'unconfirmed') AND at >= ? AND at < ? GROUP BY channel, state`;

export function* countHappened(query: HappenedQuery): Work<HappenedCount[]> {
	const { from, to } = query;
	return [
		...(yield* countReceived(query)),
		...(yield* countDecided(query)),
		...(yield* all<HappenedCount>(LOST, from, to)),
	];
}

export function* countOpenWindows(query: {
	channel: string;
	openedAfter: number;
	most: number;
}): Work<number> {
	const found = yield* one<{ count: number }>(
		`SELECT count(DISTINCT subject) AS count FROM (
			SELECT subject FROM opened WHERE scope = ? AND at > ? ORDER BY at DESC LIMIT ?) AS newest`,
		query.channel,
		query.openedAfter,
		query.most,
	);
	return found!.count;
}

const FIRST: RecentCustomer = { at: Number.MAX_SAFE_INTEGER, contact: '' };

export function* recentCustomers({
	channel,
	before = FIRST,
	limit,
}: {
	channel: string;
	before?: RecentCustomer;
	limit: number;
}): Work<RecentCustomer[]> {
	return yield* all<RecentCustomer>(
		`SELECT subject AS contact, at FROM opened
		 WHERE scope = ? AND (at, subject) < (?, ?) ORDER BY at DESC, subject DESC LIMIT ?`,
		channel,
		before.at,
		before.contact,
		limit,
	);
}

/** An answer of a person, from a time on. */
const answered = (names: readonly string[], since: string) => `
	SELECT 1 FROM register AS answer WHERE answer.scope = ? AND answer.subject = wrote.subject
		AND answer.name IN ('${names.join("', '")}') AND answer.at >= ${since} AND answer.value = '"replied"' LIMIT 1`;

/** When a person was called who hasn't answered yet. */
const CALLED = `
	SELECT register.at FROM register WHERE register.scope = ? AND register.subject = wrote.subject
		AND register.name = '${HUMAN_REPLIED.known}' AND register.value = '"called"'
		AND (${answered([HUMAN_REPLIED.elsewhere], 'register.at')}) IS NULL`;

/** Answers are looked up for each: Postgres would read all of them for EXISTS. */
const UNANSWERED = `
	SELECT subject AS contact, at, called FROM (
		SELECT subject, at, (${CALLED}) AS called FROM (
			SELECT subject, at FROM opened WHERE scope = ? AND at > ? ORDER BY at DESC LIMIT ${LOOKED_AT}) AS wrote
		) AS wrote
	WHERE called IS NOT NULL OR (at <= ?
		AND (
			SELECT 1 FROM send WHERE send.channel = ? AND send.contact = wrote.subject AND send.at >= wrote.at
				AND send.state IN ('sending', 'accepted', 'delivered', 'read', 'unconfirmed')
				AND (send.campaign IS NULL OR send.campaign = ?) LIMIT 1) IS NULL
		AND (${answered(Object.values(HUMAN_REPLIED), 'wrote.at')}) IS NULL)
	ORDER BY at DESC LIMIT ?`;

export function* findUnanswered({
	channel,
	after,
	before,
	limit,
}: UnansweredQuery): Work<UnansweredCustomer[]> {
	const rows = yield* all<RecentCustomer & { called: number | null }>(
		UNANSWERED,
		channel,
		channel,
		channel,
		after,
		before,
		channel,
		keptCampaign(channel),
		channel,
		limit,
	);
	return rows.map(({ called, ...row }) => ({ ...row, ...(called !== null && { calledAt: called }) }));
}

/** The bound on `at` alone is the one that an index takes. */
const PAGED = `at >= ? AND at < ? AND at <= ? AND (at < ? OR contact < ? OR (contact = ? AND channel < ?))
	ORDER BY at DESC, contact DESC, channel DESC LIMIT ?`;
const DECIDED_TO = (condition: string) =>
	`SELECT channel, contact, at, rule FROM decision WHERE ${condition} AND ${PAGED}`;
/** The first condition is the one of the index. */
const SENT_IN = (state: string) =>
	`SELECT channel, contact, at FROM send
	 WHERE state IN ('failed', 'unconfirmed') AND state = '${state}' AND ${PAGED}`;
/** The statements that find those to whom something happened: each finds the newest ones of its own. */
const WHOM: Readonly<Record<WhomQuery['what'], readonly string[]>> = {
	answered: [
		DECIDED_TO(`action IN ('freeform', 'template') AND NOT EXISTS (
			SELECT 1 FROM decision AS refused WHERE refused.key = decision.key AND ${isRefusal('refused')})`),
	],
	held: [DECIDED_TO("action = 'hold'")],
	skipped: [DECIDED_TO(`action = 'skip' AND NOT (${isRefusal()})`)],
	failed: [SENT_IN('failed'), `SELECT channel, contact, at FROM decision WHERE ${isRefusal()} AND ${PAGED}`],
	unconfirmed: [SENT_IN('unconfirmed')],
};

/** The order of each statement: newest first. */
function inOrder(a: AffectedCustomer, b: AffectedCustomer): number {
	const [ofA, ofB] = [a, b].map(({ contact, channel }) => `${contact} ${channel}`) as [string, string];
	return b.at - a.at || (ofA < ofB ? 1 : -1);
}

const NEWEST: AffectedCustomer = { ...FIRST, channel: '' };

export function* findWhom({ what, from, to, before = NEWEST, limit }: WhomQuery): Work<AffectedCustomer[]> {
	const { at, contact, channel } = before;
	const found: AffectedCustomer[] = [];
	for (const statement of WHOM[what]) {
		found.push(
			...(yield* all<AffectedCustomer>(statement, from, to, at, at, contact, contact, channel, limit)),
		);
	}
	if (WHOM[what].length === 1) return found;
	return found.sort(inOrder).slice(0, limit);
}

export const overviewWorks = {
	happened: reads(countHappened),
	openWindows: reads(countOpenWindows),
	customers: reads(findCustomers),
	named: reads(findNamed),
	namedLately: reads(findNamedLately),
	profiles: reads(profilesOf),
	wroteAt: reads(wroteAt),
	ending: reads(findEnding),
	recent: reads(recentCustomers),
	unanswered: reads(findUnanswered),
	whom: reads(findWhom),
};
