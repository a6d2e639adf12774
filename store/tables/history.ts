import { DAY } from '../../base';
import type { ConversationEvent, History, HistoryQuery, ReceivedEvent } from '../../engine/store/store';
import { reads } from '../methods';
import type { Work } from '../work';
import { all } from '../work';
import { namesOf } from '../customers/names-of';
import { partitionOfConversation } from './partition';
import { newestSentTexts } from './sent-texts';

type Received = History['received'][number];

/** The index of conversations says the same. */
const KINDS = "('message', 'agent_reply', 'app_reply', 'handover', 'preference')";

/** How many events are read at a time. */
const PAGE = 200;
/** The clocks that events are dated and received by differ by less. ms */
const APART = DAY;

const conversationOf = (event: ConversationEvent) =>
	'group' in event && event.group !== undefined ? event.group : event.contact;

/** How many numbers of the inbox a part of its index has: `inbox_of_conversation` says the same. */
const PART = 16_384;

const IN_PART = (part: string) => `seq / ${PART} = ${part} AND lane = ? AND seq < ? AND kind IN ${KINDS}`;

/**
 * The newest events of a lane, before one. Walks from the newest part of the index to the oldest, one seek each, until
 * enough are found.
 */
export const NEWEST_OF_LANE = `
	WITH RECURSIVE walk (part, found) AS (
		SELECT (SELECT max(seq) FROM inbox WHERE seq < ?) / ${PART} + 1, CAST(0 AS BIGINT)
		UNION ALL
		SELECT part - 1, found + (SELECT count(*) FROM inbox WHERE ${IN_PART('part - 1')}) FROM walk
		WHERE found < ? AND part > (SELECT min(seq) FROM inbox) / ${PART})
	SELECT seq, received_at, event FROM walk CROSS JOIN inbox WHERE ${IN_PART('part')} ORDER BY seq DESC LIMIT ?`;

interface EventRow {
	seq: number;
	received_at: number;
	event: string;
}

/** The newest events of a conversation of some kinds, under one of its names, newest first. */
function* eventsUnder(
	name: string,
	{ channel, since = 0, limit }: HistoryQuery,
	isMeant: (event: ConversationEvent) => boolean,
): Work<ReceivedEvent[]> {
	const lane = partitionOfConversation(channel, name);
	const isAsked = (event: ConversationEvent) =>
		event.channel === channel && conversationOf(event) === name && event.at >= since && isMeant(event);
	const found: ReceivedEvent[] = [];
	for (let before = Number.MAX_SAFE_INTEGER; found.length < limit;) {
		const rows = yield* all<EventRow>(NEWEST_OF_LANE, before, lane, before, PAGE, lane, before, PAGE);
		const events = rows.map(({ event, received_at: receivedAt }) => ({
			...(JSON.parse(event) as ConversationEvent),
			receivedAt,
		}));
		found.push(...events.filter(isAsked));
		const last = rows.at(-1);
		if (!last || rows.length < PAGE || last.received_at < since - APART) break;
		before = last.seq;
	}
	return found.slice(0, limit);
}

/** The newest events of a conversation under some names, newest first. They were received by the local clock. */
export function* eventsOfConversation(
	names: readonly string[],
	query: HistoryQuery,
	isMeant: (event: ConversationEvent) => boolean = () => true,
): Work<ReceivedEvent[]> {
	const found: ReceivedEvent[] = [];
	for (const name of names) found.push(...(yield* eventsUnder(name, query, isMeant)));
	return found.sort((a, b) => b.at - a.at).slice(0, query.limit);
}

const isSaid = ({ kind }: ConversationEvent) => kind !== 'handover' && kind !== 'preference';

/** What was said in a conversation, under all names of the customer. */
function* readHistory(query: HistoryQuery): Work<History> {
	const { channel, since = 0, limit } = query;
	const names = yield* namesOf({ channel, name: query.contact });
	const events = yield* eventsOfConversation(names, query, isSaid);
	return {
		received: events.map(({ receivedAt: _, ...event }) => event as Received),
		sent: yield* newestSentTexts(channel, names[0]!, since, limit),
	};
}

export const historyWorks = {
	history: reads(readHistory),
};
