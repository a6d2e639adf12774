import type { MessagingEvent } from '../../../engine';
import { parseWebhook } from '../../../engine';
import { partitionOf } from '../../../store/tables/partition';
import { BEGIN } from '../simulated-process';
import type { Invariant } from '../history';

/** What was answered with 200 is in the inbox for as long as events are kept. */
export const nothingAcknowledgedIsLost: Invariant = ({ acknowledged, mayForget, tables }) => {
	const kept = new Set(tables.events.map(({ id }) => id));
	const ids = new Set(
		acknowledged.flatMap((body) => parseWebhook(JSON.parse(body), BEGIN).map(({ id }) => id)),
	);
	return [...ids]
		.filter((id) => !kept.has(id) && !mayForget(id))
		.map((id) => `The event ${id} was acknowledged, but isn't in the inbox.`);
};

/** Each event is handed out, and only once without the mark of a repeat. */
export const eachEventIsHandedOut: Invariant = ({ handedOut, tables }) => {
	const seen = new Set<number>();
	const problems: string[] = [];
	for (const { seqs, repeat } of handedOut) {
		for (const seq of seqs) {
			if (seen.has(seq) && !repeat) problems.push(`The event ${seq} was handed out again without a mark.`);
			seen.add(seq);
		}
	}
	for (const { seq } of tables.events) {
		if (!seen.has(seq)) problems.push(`The event ${seq} was never handed out.`);
	}
	return problems;
};

/**
 * Events of one conversation are handed out in the order of their commits. If messages wait for silence, other events
 * don't wait for them, and those of a burst are in the order in which they were written.
 */
export const conversationsKeepTheirOrder: Invariant = ({ handedOut, tables, isGathered }) => {
	const events = tables.events
		.map(({ seq, event }) => ({ seq, event: JSON.parse(event) as MessagingEvent }))
		.filter(({ event }) => !isGathered || event.kind === 'message');
	const conversationOf = new Map(events.map(({ seq, event }) => [seq, partitionOf(event)]));
	const newest = new Map<number, number>();
	const seen = new Set<number>();
	const problems: string[] = [];
	const inOrder = handedOut.flatMap(({ seqs }) => (isGathered ? [...seqs].sort((a, b) => a - b) : seqs));
	for (const seq of inOrder) {
		const conversation = conversationOf.get(seq);
		if (conversation === undefined || seen.has(seq)) continue;
		seen.add(seq);
		const before = newest.get(conversation) ?? 0;
		if (seq < before) problems.push(`The event ${seq} was handed out after ${before} of its conversation.`);
		newest.set(conversation, Math.max(seq, before));
	}
	return problems;
};
