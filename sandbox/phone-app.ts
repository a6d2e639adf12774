import { type Customer, contactOf, idsOf } from './customers/customer';
import { newMessageId } from './identity';
import { numberFields } from './webhooks/event';
import type { World } from './world';

/** What someone at the business does in the phone app. `messageId` is the message that is edited or revoked. */
interface AppReply {
	readonly text?: string | undefined;
	readonly edits?: string | undefined;
	readonly revokes?: string | undefined;
}

/**
 * Someone at the business answers in the phone app: `smb_message_echoes`. It opens and extends no window, and has no
 * status (docs/interface.md, Phone app).
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

/** Sharing the history was refused (docs/interface.md, Phone app). */
const REFUSED = { code: 2593109, title: 'History sharing is turned off by the business' };

/** The phone app shares older messages with a customer, in one chunk: `history` (docs/interface.md, Phone app). */
export function shareHistory(world: World, customer: Customer, texts: readonly string[]): void {
	const { wa_id: phone, ...ids } = idsOf(world, customer);
	const { displayPhoneNumber } = world.account;
	const messages = texts.map((body, index) => ({
		...(index % 2 === 0
			? { ...(phone === undefined ? {} : { from: phone }), from_user_id: ids.user_id }
			: { from: displayPhoneNumber, ...(phone === undefined ? {} : { to: phone }) }),
		id: newMessageId(),
		timestamp: String(world.clock.seconds() - 60 * (texts.length - index)),
		type: 'text',
		text: { body },
		history_context: { status: 'READ' },
	}));
	const thread = {
		...(phone === undefined ? {} : { id: phone }),
		context: idsOf(world, customer),
		messages,
	};
	emit(world, customer, 'history', {
		history: [{ metadata: { phase: 0, chunk_order: 1, progress: 100 }, threads: [thread] }],
	});
}

/** The business refuses to share the history. */
export function refuseHistory(world: World): void {
	const error = { ...REFUSED, message: REFUSED.title, error_data: { details: REFUSED.title } };
	world.webhooks.emit({
		field: 'history',
		conversation: 'account',
		value: { ...numberFields(world), history: [{ errors: [error] }] },
	});
}

/** The contact book of the phone app changes: `smb_app_state_sync` (docs/interface.md, Phone app). */
export function syncContact(world: World, customer: Customer, action: 'add' | 'remove'): void {
	const { wa_id: phone, ...ids } = idsOf(world, customer);
	const { name } = contactOf(world, customer).profile;
	const contact = {
		full_name: name,
		first_name: name.split(' ')[0],
		...(phone === undefined ? {} : { phone_number: phone }),
		...ids,
	};
	const metadata = { timestamp: String(world.clock.seconds()) };
	emit(world, customer, 'smb_app_state_sync', {
		state_sync: [{ type: 'contact', contact, action, metadata }],
	});
}

function emit(world: World, { key }: Customer, field: string, content: object): void {
	world.webhooks.emit({ field, conversation: key, value: { ...numberFields(world), ...content } });
}
