import { SECOND } from '../../base';
import { CALL_TIME, CLOCK_OFFSET_THRESHOLD } from '../../platform';
import { conversationOf } from '../state/conversation';
import { humanReplies } from '../state/human-replies';
import { RANK, dateOf } from '../state/register';
import type { Registers } from '../state/register';
import type { Store } from '../store/store';
import type { HandoverEvent, MessagingEvent } from './messaging-event';

/** How long a message is noted before its call at most, as its slot is that far ahead. ms */
const SLOT_AHEAD = 3 * SECOND;

type ToBusiness = HandoverEvent & { channel: string };

const mayBeTaken = (event: MessagingEvent): event is ToBusiness =>
	event.kind === 'handover' &&
	event.to === 'business' &&
	event.channel !== undefined &&
	event.tookOver === undefined;

/** When an act of ours was begun that a handover follows. Events have whole seconds, and our clock may be a little off. */
function spanOf({ at, datedAt = at }: HandoverEvent) {
	return {
		from: datedAt - CLOCK_OFFSET_THRESHOLD - SLOT_AHEAD - CALL_TIME,
		to: datedAt + CLOCK_OFFSET_THRESHOLD + SECOND - 1,
	};
}

/** When the business last did something else in a conversation that takes it over: it took control, or a person answered. */
function lastActIn(conversation: Registers): number {
	const { holder } = conversation;
	const isAct = holder?.rank === RANK.ownAct && holder.value === 'business';
	const { humanRepliedAt = -Infinity, personCalledAt } = humanReplies(conversation);
	// Whoever is only called hasn't done anything.
	const repliedAt = personCalledAt === undefined ? humanRepliedAt : -Infinity;
	return Math.max(isAct ? dateOf(holder) : -Infinity, repliedAt);
}

/** Whether the agent still held the conversation after an act of ours, which then didn't take it over. */
function agentHeldSince(act: number, { holder }: Registers, handoverAt: number): boolean {
	if (holder === undefined || (holder.value !== 'agent' && holder.value !== 'released')) return false;
	const at = dateOf(holder);
	return at > act && at <= handoverAt;
}

/**
 * Events, the handovers marked that the business brought about itself. One that follows a message of the business looks
 * like one by which the agent passes control (docs/interface.md, Conversation control), so the sends of the store tell,
 * also one whose answer isn't known yet.
 */
export async function withTakeOvers(events: MessagingEvent[], store: Store): Promise<MessagingEvent[]> {
	const { sends, readDecisionStates } = store;
	const candidates = events.filter(mayBeTaken);
	if (candidates.length === 0) return events;
	const named = candidates.map((event) => ({ channel: event.channel, contact: conversationOf(event) }));
	const sent = await sends.lastWithin(
		candidates.map((event, index) => ({ id: event.id, ...named[index]!, ...spanOf(event) })),
	);
	const states = await readDecisionStates(named);
	const taken = candidates.filter((event, index) => {
		const { conversation } = states[index]!;
		const { from, to } = spanOf(event);
		const act = Math.max(sent.get(event.id) ?? -Infinity, lastActIn(conversation));
		return act >= from && act <= to && !agentHeldSince(act, conversation, event.datedAt ?? event.at);
	});
	const ids = new Set(taken.map(({ id }) => id));
	return events.map((event) =>
		mayBeTaken(event) && ids.has(event.id) ? { ...event, tookOver: true as const } : event,
	);
}
