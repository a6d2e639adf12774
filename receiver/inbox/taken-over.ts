import type { Engine, MessagingEvent } from '../../engine';
import { conversationOf } from '../../engine';

/**
 * Whether somebody took a conversation over while its messages waited: a person of the business answered after the first
 * one, or the business held the conversation then, and now its agent or another responder does. The one place that says
 * so.
 */
export async function isTakenOver(engine: Engine, [first]: readonly MessagingEvent[]): Promise<boolean> {
	if (first?.kind !== 'message' || first.channel === undefined) return false;
	const conversation = { channel: first.channel, to: conversationOf(first) };
	const { holder, humanRepliedAt = -Infinity } = await engine.conversation(conversation);
	if (humanRepliedAt > first.at) return true;
	return first.heldBy === 'business' && (holder === 'agent' || holder === 'other');
}
