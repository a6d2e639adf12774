import { isUserId } from '../customers/user-id';
import { json, type Answer } from '../http/route';
import { newMessageId } from '../identity';
import type { World } from '../world';
import type { OutgoingMessage } from './read-message';

/** Whether the client put a BSUID where a phone number belongs. */
export function isLost({ to, recipientType }: OutgoingMessage): boolean {
	return recipientType === 'individual' && to !== undefined && isUserId(to);
}

/**
 * A BSUID in `to` is answered with 200 and a message id, and the message is lost without a status: the platform
 * strips the prefix and reads the rest as a phone number. Facts 2026, §1.
 */
export function loseMessage(world: World, { to = '' }: OutgoingMessage): Answer {
	const id = newMessageId();
	const details = 'a user ID belongs in recipient; in to, the message is accepted and lost';
	world.ledger.violate({ rule: 'user-id-in-to', to, messageId: id, details }, world.clock.now());
	return json({
		messaging_product: 'whatsapp',
		contacts: [{ input: to, wa_id: to.replace(/\D/g, '') }],
		messages: [{ id }],
	});
}
