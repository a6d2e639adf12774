import { SECOND } from '../../base';
import { CLOCK_OFFSET_THRESHOLD } from '../../platform';
import type { StatusEvent } from '../events/messaging-event';
import type { MessageCost } from '../money/message-cost';
import { costOfSend } from '../money/message-cost';
import type { PriceList } from '../money/price-table';
import type { KeptSend } from '../store/customers';
import type { LoggedPolicy } from '../store/decisions';
import type { ConversationEvent, Happenings, ReceivedEvent } from '../store/conversations';
import type { ExplainedDecision } from './explain';
import { explainDecision } from './explain';
import { isRefusal } from './note-of';
import { toldLater } from './past';
import { asked, became, decided, lets, next, leftAlone, receivedIn, sent, toldIn } from './timeline-words';

/** What an entry of a timeline tells of. `told`: by a workflow. `refused`: by the gateway. `next` is what will happen. */
export type TimelineKind =
	ConversationEvent['kind'] | 'told' | 'decision' | 'refused' | 'sent' | 'status' | 'wait' | 'next';

/** Something that happened with a customer or a message, or will. */
export interface TimelineEntry {
	kind: TimelineKind;
	/** Epoch ms */
	at: number;
	/** For people. Its times are ISO 8601. */
	sentence: string;
	/** Of a status: what became of the message, in the platform's word. */
	status?: StatusEvent['status'];
	/** The event's or the message's ID. */
	id?: string;
	/** Whom a message is to. */
	contact?: string;
	/** The key of the message's send. */
	key?: string;
	campaign?: string;
	decision?: ExplainedDecision;
	/** Of a message that was submitted, if the account has prices: what it costs, or what it costs at most. */
	cost?: MessageCost;
}

const WAITS: ReadonlySet<KeptSend['state']> = new Set(['planned', 'held', 'claimed']);

/** When a message was delivered, as far as its statuses are kept. Epoch ms */
function deliveredAt({ messageId }: KeptSend, statuses: readonly StatusEvent[]): number | undefined {
	const delivered = statuses.filter((one) => one.messageId === messageId && DELIVERED.has(one.status));
	return delivered.length === 0 ? undefined : Math.min(...delivered.map(({ at }) => at));
}

const DELIVERED: ReadonlySet<string> = new Set(['delivered', 'read', 'played']);

/** Oldest first; of the same time, a refusal comes after what was let out, and before what was decided then. */
const byTime = (a: ExplainedDecision, b: ExplainedDecision) =>
	a.at - b.at || Number(lets(b)) - Number(lets(a)) || Number(isRefusal(b)) - Number(isRefusal(a));

/** An entry, and its place among the others. Epoch ms */
interface Placed {
	place: number;
	entry: TimelineEntry;
}

/**
 * The platform dates in whole seconds, by its own clock. When an event was received tells its place more precisely, unless
 * that is much later: what a decision saw comes before it, and what came after it in the same second doesn't.
 */
function placeOfEvent({ at, receivedAt }: ReceivedEvent): number {
	const isPrecise = receivedAt > at - CLOCK_OFFSET_THRESHOLD && receivedAt < at + SECOND;
	return isPrecise ? receivedAt : at;
}

/** What comes at one time is told in this order. */
const ORDER: readonly TimelineKind[] = [
	'message',
	'agent_reply',
	'app_reply',
	'handover',
	'preference',
	'told',
	'decision',
	'refused',
	'sent',
	'wait',
	'status',
	'next',
];

/**
 * What happened with a customer or a message, and what will happen, oldest first.
 *
 * @param policies those that decided, by their IDs
 * @param now epoch ms of the gateway's clock
 * @param prices of the number's account, if there are any
 */
export function timelineOf(
	{ received, told, decisions, sends, statuses, waits, texts, campaigns }: Happenings,
	policies: ReadonlyMap<string, LoggedPolicy>,
	now: number,
	prices?: PriceList,
): TimelineEntry[] {
	const explained = decisions.map((decision) => explainDecision(decision, policies)).sort(byTime);
	const campaignOf = new Map(
		sends.flatMap(({ key, campaign }) => (campaign === undefined ? [] : [[key, { campaign }]])),
	);
	const said = new Map(texts.map(({ messageId, text }) => [messageId, text]));
	const contactOf = new Map(sends.map(({ messageId, contact }) => [messageId, contact]));
	const failed = new Set(
		statuses.flatMap(({ status, messageId }) => (status === 'failed' ? [messageId] : [])),
	);
	const sentAt = new Map(sends.map(({ messageId, at }) => [messageId, at]));
	const waiting = sends.filter(({ state }) => WAITS.has(state));
	const newest = explained.at(-1);
	const isLeft =
		newest?.action === 'hold' &&
		!waiting.some(({ key, contact }) => key === newest.key || contact === newest.contact);
	const askedAt = new Map(
		waits.map(({ eventId, askedAt: at, messageId = '' }) => [
			eventId,
			Math.max(at, sentAt.get(messageId) ?? at),
		]),
	);
	const events = [...received].reverse().map((event): Placed => ({
		// An answer comes after its question, whose time is more precise.
		place: Math.max(placeOfEvent(event), (askedAt.get(event.id) ?? -1) + 1),
		entry: { kind: event.kind, at: event.at, sentence: receivedIn(event), id: event.id },
	}));
	const entries: TimelineEntry[] = [
		...explained.map((decision) => ({
			kind: isRefusal(decision) ? ('refused' as const) : ('decision' as const),
			at: decision.at,
			sentence: toldLater(decided(decision, campaignOf.get(decision.key)?.campaign), now),
			key: decision.key,
			contact: decision.contact,
			...campaignOf.get(decision.key),
			decision,
		})),
		...sends
			.filter(({ at, state }) => at > 0 && !WAITS.has(state))
			.map((send) => ({ send, cost: prices && costOfSend(send, deliveredAt(send, statuses), prices) }))
			.map(({ send, cost }) => ({
				kind: 'sent' as const,
				at: send.at,
				sentence: sent(send, said.get(send.messageId ?? ''), cost, failed.has(send.messageId ?? '')),
				...(cost && { cost }),
				key: send.key,
				contact: send.contact,
				...(send.messageId !== undefined && { id: send.messageId }),
				...(send.campaign !== undefined && { campaign: send.campaign }),
			})),
		...told.map((one) => ({ kind: 'told' as const, at: one.at, sentence: toldIn(one) })),
		...statuses.map((status) => ({
			kind: 'status' as const,
			// The platform dates in whole seconds.
			at: Math.max(status.at, sentAt.get(status.messageId) ?? 0),
			sentence: became(status),
			status: status.status,
			id: status.messageId,
			...(contactOf.has(status.messageId) && { contact: contactOf.get(status.messageId)! }),
		})),
		...waits.map((wait) => ({
			kind: 'wait' as const,
			at: wait.askedAt,
			sentence: toldLater(asked(wait), now),
			...(wait.messageId !== undefined && { id: wait.messageId }),
		})),
		...waiting.map((send) => ({
			kind: 'next' as const,
			at: Math.max(send.due ?? now, now),
			sentence: toldLater(
				next(
					send,
					campaigns.find(({ id }) => id === send.campaign),
					explained,
					now,
				),
				now,
			),
			key: send.key,
			contact: send.contact,
			...(send.campaign !== undefined && { campaign: send.campaign }),
		})),
		...(isLeft
			? [
					{
						kind: 'next' as const,
						at: now,
						sentence: leftAlone(newest),
						key: newest.key,
						contact: newest.contact,
					},
				]
			: []),
	];
	return [...events, ...entries.map((entry): Placed => ({ place: entry.at, entry }))]
		.sort((a, b) => a.place - b.place || ORDER.indexOf(a.entry.kind) - ORDER.indexOf(b.entry.kind))
		.map(({ entry }) => entry);
}
