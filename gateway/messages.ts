import type { SendAnswer } from '../platform';
import { normalizeAddress, sendAnswer } from '../platform';
import type { Connection } from './connection';

/** A message as the gateway takes it, without `messaging_product` (interface, Sending; platform-facts, section 5). */
export interface OutgoingMessage {
	/** The customer's phone number, account id or user id, or the group's id. */
	to: string;
	recipient_type?: 'individual' | 'group';
	type: string;
	context?: { message_id: string };
	biz_opaque_callback_data?: string;
	[content: string]: unknown;
}

/** A customer without a phone number has a user id, for example `US.1349…`, which goes in another field. */
const IS_USER_ID = /^[A-Z]{2}\.\w+$/;

function addressed({ to, ...message }: OutgoingMessage) {
	const address = normalizeAddress(to);
	if (message.recipient_type !== 'group' && IS_USER_ID.test(address))
		return { recipient: address, ...message };
	return { to: address, ...message };
}

/** Sending. */
export function messagesOf({ call }: Connection) {
	return {
		/**
		 * Sends one message. The answer means accepted, not delivered.
		 * @throws GatewayError
		 */
		async send(message: OutgoingMessage): Promise<SendAnswer> {
			const body = { messaging_product: 'whatsapp', recipient_type: 'individual', ...addressed(message) };
			return call({ method: 'POST', path: '/messages', body, answer: sendAnswer });
		},
	};
}
