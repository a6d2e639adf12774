import * as z from 'zod';
import { normalizeAddress } from '../platform';
import { refuse } from './check-request';
import type { Connection } from './connection';

export interface ThreadControl {
	/** The customer's phone number, account id or user id. */
	to: string;
	/** Handed on to whoever gets the conversation. */
	metadata?: string;
}

/**
 * Who holds a conversation: the business or the business agent (interface, Conversation control; body:
 * platform-facts, section 9). The path is the profile's. Every method rejects with a `GatewayError`, or with an
 * `InvalidRequest` before anything is sent.
 */
export function conversationsOf({ call, profile }: Connection) {
	const act =
		(action: 'release' | 'pass' | 'take') =>
		async ({ to, metadata }: ThreadControl): Promise<void> => {
			const address = normalizeAddress(to);
			refuse(address === '' ? [{ path: 'to', message: 'is empty' }] : []);
			const body = { messaging_product: 'whatsapp', action, to: address, metadata };
			await call({ method: 'POST', path: profile.threadControlPath, body, answer: z.unknown() });
		};
	return {
		/** The business gives the conversation back to the agent. */
		release: act('release'),
		/** The business passes the conversation on. */
		pass: act('pass'),
		/** The business takes the conversation. */
		take: act('take'),
	};
}
