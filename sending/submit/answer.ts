import { errorText } from '../../base';
import { reasonOfError } from '../../engine';
import type { RequestProblem } from '../../gateway';
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

type KeptError = Pick<GatewayError, 'effect' | 'status' | 'code' | 'subcode' | 'title' | 'details'>;

/** An answer as it is kept until it is recorded: JSON, with nothing of the message in it. */
export type KeptAnswer =
	| Extract<Answer, { kind: 'accepted' }>
	| { kind: 'refused'; error: KeptError }
	| { kind: 'invalid'; problems: readonly RequestProblem[] };

/** What is kept of an answer; nothing of one that was lost. */
export function keepAnswer(answer: Answer): KeptAnswer | undefined {
	if (answer.kind === 'lost') return undefined;
	if (answer.kind === 'accepted') return answer;
	if (answer.kind === 'invalid') return { kind: 'invalid', problems: answer.error.problems };
	const { effect, status, code, subcode, title, details } = answer.error;
	return { kind: 'refused', error: { effect, status, code, subcode, title, details } };
}

/** The request that a kept refusal is of. */
const SEND = { kind: 'send', method: 'POST', url: 'https://gateway/messages', headers: {} } as const;

export function readKeptAnswer(kept: KeptAnswer): Answer {
	if (kept.kind === 'accepted') return kept;
	if (kept.kind === 'invalid') return { kind: 'invalid', error: new InvalidRequest(kept.problems) };
	return { kind: 'refused', error: new GatewayError(SEND, kept.error) };
}
