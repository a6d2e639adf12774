import type { MessagingEvent } from '../../engine/events/messaging-event';

/** As many as 16 bits tell apart: every number of a subscription's partitions up to 256 divides them about evenly. */
const PARTITIONS = 65_536;

/** What an event belongs to, so that the events of it must keep their order. */
function groupOf(event: MessagingEvent): string {
	if ('group' in event && event.group !== undefined) return event.group;
	if ('contact' in event && event.contact !== undefined) return event.contact;
	if ('template' in event) return event.template.name;
	return '';
}

/** The partition of an event (column `lane`): the same for all events of a conversation, a group, or a template. */
export function partitionOf(event: MessagingEvent): number {
	return partitionOfConversation(event.channel ?? event.account, groupOf(event));
}

/** The partition of a conversation: of a customer by one of their names, or of a group. FNV-1a. */
export function partitionOfConversation(scope: string, conversation: string): number {
	let hash = 0x811c9dc5;
	for (const character of `${scope}/${conversation}`) {
		hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
	}
	return (hash >>> 0) % PARTITIONS;
}
