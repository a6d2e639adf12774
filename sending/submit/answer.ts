import { errorText } from '../../base';
import { reasonOfError } from '../../engine';
import { GatewayError, InvalidRequest } from '../../gateway';
import type { SendAnswer } from '../../platform';
import { CONSEQUENCES } from './effects';

/** What the gateway made of a message. */
export type Answer =
	| { kind: 'accepted'; messageId: string; contacts?: SendAnswer['contacts'] }
	/** It is proven that nothing went out. */
	| { kind: 'refused'; error: GatewayError }
	/** The message may be out. */
	| { kind: 'lost'; error: unknown; reason: string }
	/** The message breaks a limit of the interface, so the gateway was never asked. */
	| { kind: 'invalid'; error: InvalidRequest };

export function toAnswer({ messages, contacts }: SendAnswer): Answer {
	return { kind: 'accepted', messageId: messages[0]!.id, ...(contacts && { contacts }) };
}

/** Sorts what a call was rejected with. Only a code that proves the refusal makes it one. */
export function toFailure(error: unknown): Answer {
	if (error instanceof InvalidRequest) return { kind: 'invalid', error };
	if (!(error instanceof GatewayError)) {
		return { kind: 'lost', error, reason: `An unexpected error: ${errorText(error)}` };
	}
	if (CONSEQUENCES[error.effect].recipient !== 'unconfirmed') return { kind: 'refused', error };
	return { kind: 'lost', error, reason: reasonOfError(error) };
}
