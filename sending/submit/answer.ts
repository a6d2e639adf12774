import { errorText } from '../../base';
import { reasonOfError } from '../../engine';
import { GatewayError, InvalidRequest } from '../../gateway';
import type { SendAnswer } from '../../platform';
import { CONSEQUENCES } from './effects';

/** What the gateway made of a message. */
export type Answer =
	| { kind: 'accepted'; messageId: string; contacts?: SendAnswer['contacts']; heldForQuality?: boolean }
	/** It is proven that nothing went out. */
	| { kind: 'refused'; error: GatewayError }
	/** The message may be out. */
	| { kind: 'lost'; error: unknown; reason: string }
	/** The message breaks a limit of the interface, so the gateway was never asked. */
	| { kind: 'invalid'; error: InvalidRequest };

/** The other states of an accepted message hold it for the template's quality (platform-facts-2026, section 9). */
const ACCEPTED = 'accepted';

export function toAnswer({ messages, contacts }: SendAnswer): Answer {
	const { id: messageId, message_status: status = ACCEPTED } = messages[0]!;
	const heldForQuality = status.toLowerCase() !== ACCEPTED;
	return {
		kind: 'accepted',
		messageId,
		...(contacts && { contacts }),
		...(heldForQuality && { heldForQuality }),
	};
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
