import { errorText, stepsOf } from '../../base';
import type { Facts, Intent, SentAs, Store } from '../../engine';
import { reasonOfError, writeCallbackData } from '../../engine';
import type { GatewayClient, OutgoingMessage, RequestProblem } from '../../gateway';
import { GatewayError, InvalidRequest } from '../../gateway';
import type { FreeformContent, SendResponse, TemplateMessageComponent } from '../../platform';
import { CONSEQUENCES } from './effects';

/** What a message is made of. Of its two forms, the one that is chosen is there. */
export interface MessageParts extends Pick<Intent, 'to' | 'recipientType' | 'template'> {
	freeform?: FreeformContent;
	components?: TemplateMessageComponent[];
	/** The message that it answers. */
	replyTo?: string;
	/** `false` leaves the documented limits to the gateway. */
	checkFirst?: boolean;
}

/** A message in the form that was chosen, on its way to the gateway. */
export interface Attempt {
	/** The key of its send. */
	key: string;
	action: SentAs;
	message: MessageParts;
	/** When it was noted as sending. Epoch ms of the gateway's clock */
	at: number;
}

/** What the gateway made of an attempt. */
export type CallResult =
	| { kind: 'accepted'; messageId: string; contacts?: SendResponse['contacts']; heldForQuality?: boolean }
	/** It is proven that nothing went out. */
	| { kind: 'refused'; error: GatewayError }
	/** The message may be out. */
	| { kind: 'lost'; error: unknown; reason: string }
	/** The message breaks a limit of the interface, so the gateway was never asked. */
	| { kind: 'invalid'; error: InvalidRequest };

/** What later decisions count a template as: its category, and whether it opened the conversation. */
export const countedAs = ({ category, window }: Facts): { category?: string; opens: boolean } => ({
	...(category !== 'none' && { category }),
	opens: window === 'closed',
});

/** The message, as the gateway takes it. */
export function toOutgoing({ action, message }: Pick<Attempt, 'action' | 'message'>): OutgoingMessage {
	const { to, recipientType, template, freeform, components = [], replyTo } = message;
	const common = {
		to,
		...(recipientType && { recipient_type: recipientType }),
		...(replyTo !== undefined && { context: { message_id: replyTo } }),
	};
	if (action === 'freeform') return { ...common, ...freeform! };
	const { name, language } = template!;
	return {
		...common,
		type: 'template',
		template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
	};
}

/**
 * The other states of an accepted message hold it for the template's quality (docs/interface.md, Pacing and time to
 * live).
 */
const ACCEPTED = 'accepted';

function accepted({ messages, contacts }: SendResponse): CallResult {
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
function rejected(error: unknown): CallResult {
	if (error instanceof InvalidRequest) return { kind: 'invalid', error };
	if (!(error instanceof GatewayError)) {
		return { kind: 'lost', error, reason: `An unexpected error: ${errorText(error)}` };
	}
	if (CONSEQUENCES[error.effect].recipient !== 'unconfirmed') return { kind: 'refused', error };
	return { kind: 'lost', error, reason: reasonOfError(error) };
}

/** Calls the gateway with an attempt. Never rejects: what went wrong is in the result. */
export async function callGateway(
	{ messages }: Pick<GatewayClient, 'messages'>,
	attempt: Attempt,
): Promise<CallResult> {
	const { at, key, message } = attempt;
	const callbackData = writeCallbackData({ sentAt: at, key });
	try {
		const outgoing = { ...toOutgoing(attempt), biz_opaque_callback_data: callbackData };
		return accepted(await messages.send(outgoing, { checkFirst: message.checkFirst }));
	} catch (error) {
		return rejected(error);
	}
}

const isTooFast = (result: CallResult): boolean =>
	result.kind === 'refused' && CONSEQUENCES[result.error.effect].number === 'slow down';

/** What became of a call, for figures: `accepted`, `invalid`, or the effect of its error. */
function nameOf(result: CallResult): string {
	if (result.kind === 'accepted' || result.kind === 'invalid') return result.kind;
	return result.error instanceof GatewayError ? result.error.effect : 'unknown-outcome';
}

/** Counts what became of a call, and slows the number down if the gateway says that it sends too fast. */
export async function noteResult(
	{ addTally, rates }: Pick<Store, 'addTally' | 'rates'>,
	channel: string,
	result: CallResult,
): Promise<void> {
	addTally('sends', { number: channel, result: nameOf(result) });
	if (isTooFast(result)) await rates.slow(channel);
}

type KeptError = Pick<GatewayError, 'effect' | 'status' | 'code' | 'subcode' | 'title' | 'details'>;

/** An earlier version kept paths as text. */
type KeptProblem = Omit<RequestProblem, 'path'> & { path: RequestProblem['path'] | string };

/**
 * A result as it is kept until it is recorded: JSON, with nothing of the message in it. Refusals have the time that the
 * gateway took, in ms.
 */
export type KeptResult =
	| Extract<CallResult, { kind: 'accepted' }>
	| { kind: 'refused'; error: KeptError; took?: number }
	| { kind: 'invalid'; problems: readonly KeptProblem[] };

/** What is kept of a result; nothing of one that was lost. @param took how long the gateway took. ms */
export function keepResult(result: CallResult, took: number): KeptResult | undefined {
	if (result.kind === 'lost') return undefined;
	if (result.kind === 'accepted') return result;
	if (result.kind === 'invalid') return { kind: 'invalid', problems: result.error.problems };
	const { effect, status, code, subcode, title, details } = result.error;
	return {
		kind: 'refused',
		error: { effect, status, code, subcode, title, details },
		took: Math.round(took),
	};
}

/** The request that a kept refusal is of. */
const SEND = { kind: 'send', method: 'POST', url: 'https://gateway/messages', headers: {} } as const;

export function readKeptResult(kept: KeptResult): CallResult {
	if (kept.kind === 'accepted') return kept;
	if (kept.kind === 'invalid') {
		const problems = kept.problems.map(({ path, message }) => ({
			path: typeof path === 'string' ? stepsOf(path) : path,
			message,
		}));
		return { kind: 'invalid', error: new InvalidRequest(problems) };
	}
	return { kind: 'refused', error: new GatewayError(SEND, kept.error) };
}
