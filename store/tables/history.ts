import type { History, HistoryQuery } from '../../engine/store/store';
import type { Work } from '../work';
import { all } from '../work';
import { namesOf } from '../customers/names-of';
import { partitionOfConversation } from './partition';
import { newestSentTexts } from './sent-texts';

type Received = History['received'][number];

const KINDS = "('message', 'agent_reply', 'app_reply')";

/** How many events are read at a time. */
const PAGE = 200;
/** The clocks that events are dated and received by differ by less. ms */
const APART = 24 * 60 * 60_000;

const conversationOf = (event: Received) =>
	'group' in event && event.group !== undefined ? event.group : event.contact;

/** The newest events of a conversation under one of its names, newest first. */
function* receivedUnder(name: string, { channel, since = 0, limit }: HistoryQuery): Work<Received[]> {
	const found: Received[] = [];
	for (let before = Number.MAX_SAFE_INTEGER; found.length < limit;) {
		const rows = yield* all<{ seq: number; event: string }>(
			`SELECT seq, event FROM inbox
			 WHERE lane = ? AND seq < ? AND kind IN ${KINDS} AND channel = ? AND received_at >= ?
			 ORDER BY seq DESC LIMIT ?`,
			...[partitionOfConversation(channel, name), before, channel, since - APART, PAGE],
		);
		const events = rows.map(({ event }) => JSON.parse(event) as Received);
		found.push(...events.filter((event) => conversationOf(event) === name && event.at >= since));
		if (rows.length < PAGE) break;
		before = rows.at(-1)!.seq;
	}
	return found.slice(0, limit);
}

/** What was said in a conversation, under all names of the customer. */
export function* readHistory(query: HistoryQuery): Work<History> {
	const { channel, since = 0, limit } = query;
	const names = yield* namesOf({ channel, name: query.contact });
	const received: Received[] = [];
	for (const name of names) received.push(...(yield* receivedUnder(name, query)));
	return {
		received: received.sort((a, b) => b.at - a.at).slice(0, limit),
		sent: yield* newestSentTexts(channel, names[0]!, since, limit),
	};
}
