import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Runtime } from '../../../base';
import { sleep } from '../../../base';
import type { GatewayClient } from '../../../gateway';

/** How long somebody types: by the character, at least and at most. ms */
const TYPING = { perCharacter: 30, least: 1_000, most: 4_000 };

/** The option of an operation that answers a customer's message. */
export const markAsReadOption: INodeProperties = {
	displayName: 'Mark as Read and Show Typing',
	name: 'markAsRead',
	type: 'boolean',
	default: false,
	description:
		"Whether to first mark the customer's message as read, and show for 1 to 4 seconds, depending on the length of the text, that you are typing. Works for items that contain the message, like those of the Business Messaging triggers.",
};

/** What is missing to mark a message as read, in a sentence. */
export const NO_MESSAGE =
	"Mark as Read and Show Typing needs the customer's message, but the item has no message.id. Turn the option off, or use items of a Business Messaging trigger.";

/** The ID of the customer's message that an item has; empty if it has none. */
export function messageIdOf({ message }: IDataObject): string {
	const { id } = (message ?? {}) as { id?: unknown };
	return typeof id === 'string' ? id.trim() : '';
}

/**
 * Marks a customer's message as read, and shows that somebody types an answer of that length. A message that can't be
 * marked is answered all the same.
 * @returns whether it was marked as read
 */
export async function showTyping(
	{ messages }: GatewayClient,
	runtime: Runtime,
	messageId: string,
	length: number,
): Promise<boolean> {
	try {
		await messages.markAsRead(messageId, { typing: true });
	} catch {
		return false;
	}
	const { perCharacter, least, most } = TYPING;
	await sleep(runtime, Math.min(most, Math.max(least, length * perCharacter)));
	return true;
}
