import { MINUTE, timeInSentence } from '../../base';
import { TYPES_THAT_OPEN_NO_WINDOW } from '../../platform';
import type { Happenings } from '../store/conversations';
import type { Store } from '../store/store';
import type { TimelineEntry, TimelineKind } from './timeline';

/** A workflow that has just started may take so long until it asks. ms */
const STARTING = MINUTE;

/** What shows whether a customer was answered. */
const OF_ANSWERS: ReadonlySet<TimelineKind> = new Set([
	'message',
	'agent_reply',
	'app_reply',
	'told',
	'decision',
	'refused',
	'sent',
	'wait',
	'next',
]);

/** The customer's message that nothing came after; undefined if there is none, or if an execution waited for it. */
function lastMessage(entries: readonly TimelineEntry[], { received, waits }: Happenings) {
	const events = new Map(received.map((event) => [event.id, event]));
	/** An edit, or what the platform says itself, asks for no answer. */
	const asks = ({ id = '' }: TimelineEntry) => {
		const event = events.get(id);
		return event?.kind !== 'message' || !TYPES_THAT_OPEN_NO_WINDOW.has(event.message.type);
	};
	const last = entries.findLast((entry) => OF_ANSWERS.has(entry.kind) && asks(entry));
	if (last?.kind !== 'message' || waits.some(({ eventId }) => eventId === last.id)) return undefined;
	return last;
}

/** Since when all decisions about a number's messages are kept. Epoch ms */
async function decisionsKeptSince(store: Store, channel: string, now: number): Promise<number> {
	const [{ times }, { retention }] = await Promise.all([store.retention.read(), store.settings.of(channel)]);
	return now - (retention?.decisions ?? times.decisions);
}

/**
 * What a customer's timeline ends with if the customer wrote last, over a minute ago, and no decision followed. If
 * decisions of that time aren't kept, nobody knows whether one did, so it says nothing.
 * @param closesAt when the conversation window closes or closed. Epoch ms
 * @param now epoch ms of the gateway's clock
 */
export async function unanswered(
	store: Store,
	{
		channel,
		contact,
		closesAt,
		now,
	}: { channel: string; contact: string; closesAt: number | undefined; now: number },
	entries: readonly TimelineEntry[],
	happened: Happenings,
): Promise<TimelineEntry[]> {
	const message = lastMessage(entries, happened);
	if (message === undefined || message.at + STARTING >= now) return [];
	if (message.at <= (await decisionsKeptSince(store, channel, now))) return [];
	const closes =
		closesAt === undefined
			? ''
			: ` The conversation window ${closesAt > now ? 'closes' : 'closed'} at ${timeInSentence(closesAt)}.`;
	const sentence = `The customer wrote at ${timeInSentence(message.at)}, and nothing has tried to answer: no workflow asked to send a message.${closes} To see whether a workflow ran, look at that time in n8n's list of executions.`;
	return [{ kind: 'next', at: now, sentence, contact }];
}
