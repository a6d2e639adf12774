import type { SendResponse } from '../platform';
import { isUserId, normalizeAddress, outgoingMessage, readReceipt, sendResponse } from '../platform';
import type { Checks, RequestProblem } from './check-request';
import { problemsIn, refuse } from './check-request';
import type { Connection } from './connection';
import { act, PRODUCT } from './connection';

/** A message as the gateway takes it, without `messaging_product` (docs/interface.md, Sending). */
export interface OutgoingMessage {
	/** The customer's phone number, account id or user id, or the group's id. */
	to: string;
	recipient_type?: 'individual' | 'group';
	type: string;
	context?: { message_id: string };
	biz_opaque_callback_data?: string;
	[content: string]: unknown;
}

/**
 * A number goes in `to`, as digits however it was written: the interface takes a phone number or an account id there,
 * which look alike, and an account id takes no plus sign. A user id goes in `recipient`: in `to` it would be lost
 * without an error (docs/interface.md, User IDs).
 */
function addressed({ to, ...message }: OutgoingMessage) {
	if (message.recipient_type === 'group') return { to: to.trim(), ...message };
	const address = normalizeAddress(to);
	return isUserId(address) ? { recipient: address, ...message } : { to: address, ...message };
}

/**
 * Everything in a message that breaks a limit (docs/interface.md, Message types), at once, each with its path; empty when
 * it may be sent. Whether the conversation window lets it out is not asked here.
 */
export function validateMessage(message: unknown): RequestProblem[] {
	return problemsIn(outgoingMessage, message);
}

/**
 * Sending. Every method rejects with a `GatewayError`, or with an `InvalidRequest` that names all that is wrong before
 * anything is sent.
 */
export function messagesOf(connection: Connection) {
	const { call } = connection;
	return {
		/** Sends one message. The answer means accepted, not delivered. */
		async send(message: OutgoingMessage, { checkFirst = true }: Checks = {}): Promise<SendResponse> {
			if (checkFirst) refuse(validateMessage(message));
			const body = { ...PRODUCT, recipient_type: 'individual', ...addressed(message) };
			return call({ kind: 'send', method: 'POST', path: '/messages', body, answer: sendResponse });
		},
		/** Marks a customer's message as read; with `typing` they also see that an answer is being written. */
		async markAsRead(messageId: string, { typing = false } = {}): Promise<void> {
			refuse(problemsIn(readReceipt, { message_id: messageId }));
			const indicator = typing && { typing_indicator: { type: 'text' } };
			const body = { ...PRODUCT, status: 'read', message_id: messageId, ...indicator };
			await act(connection, { method: 'POST', path: '/messages', body });
		},
	};
}
