import type { Customer } from '../customers/customer';
import { contactOf, idsOf } from '../customers/wire';
import { newMessageId } from '../identity';
import { numberFields } from '../webhooks/envelope';
import type { World } from '../world';

/** What someone at the business does in the phone app. `messageId` is the message that is edited or revoked. */
export interface AppReply {
	readonly text?: string | undefined;
	readonly edits?: string | undefined;
	readonly revokes?: string | undefined;
}

/**
 * Someone at the business answers in the phone app: `smb_message_echoes`. It opens and extends no window, and has no
 * status. Facts 2026, §4.
 */
export function appReplies(world: World, customer: Customer, reply: AppReply): { id: string } {
	const id = newMessageId();
	const { wa_id: phone, user_id: userId, parent_user_id: parentId } = idsOf(world, customer);
	const content = contentOf(reply);
	const echo = {
		from: world.account.displayPhoneNumber,
		...(phone === undefined ? {} : { to: phone }),
		to_user_id: userId,
		...(parentId === undefined ? {} : { to_parent_user_id: parentId }),
		id,
		timestamp: String(world.clock.seconds()),
		...content,
	};
	world.chats.add({ id, conversation: customer.key, by: 'phone-app', type: content.type, content });
	world.webhooks.emit({
		field: 'smb_message_echoes',
		conversation: customer.key,
		value: { ...numberFields(world), contacts: [contactOf(world, customer)], message_echoes: [echo] },
	});
	return { id };
}

function contentOf({ text = 'Hello from the shop', edits, revokes }: AppReply) {
	if (revokes !== undefined) return { type: 'revoke', revoke: { original_message_id: revokes } };
	const content = { type: 'text', text: { body: text } };
	if (edits === undefined) return content;
	return { type: 'edit', edit: { original_message_id: edits, message: content } };
}
