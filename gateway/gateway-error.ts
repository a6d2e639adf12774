import type { ErrorBody, ErrorEffect } from '../platform';
import {
	effectOfAnswer,
	isStructureUnavailable,
	readErrorBody,
	refusesActiveConversation,
	refusesForOwner,
} from '../platform';
import type { CallKind, GatewayRequest, GatewayResponse, TransportError } from './transport';
import { kindOf } from './transport';

interface GatewayErrorFields extends ErrorBody {
	effect: ErrorEffect;
	status?: number;
	response?: unknown;
}

const where = ({ method, url }: GatewayRequest) => `${method} ${new URL(url).pathname}`;

/** The gateway refused a request or didn't respond. Its message names the request, never the key or the content. */
export class GatewayError extends Error {
	override readonly name = 'GatewayError';
	/** HTTP status; absent if there was no response. */
	readonly status?: number;
	/** The platform's error code. Branch on `effect`, which is made from it. */
	readonly code?: number;
	/** Tells errors of one code apart. */
	readonly subcode?: number;
	readonly title: string;
	readonly details?: string;
	/** What to do about it. */
	readonly effect: ErrorEffect;
	/** What the call was to do. */
	readonly call: CallKind;
	/** The body of the answer. */
	readonly response?: unknown;

	constructor(
		request: GatewayRequest,
		{ status, code, subcode, title, details, effect, response }: GatewayErrorFields,
	) {
		const words = [title, details].filter(Boolean).join(': ');
		const number = code === undefined ? '' : ` (code ${code})`;
		super(`${where(request)} failed${status === undefined ? '' : ` with ${status}`}: ${words}${number}`);
		this.status = status;
		this.code = code;
		if (subcode !== undefined) this.subcode = subcode;
		this.title = title ?? "The gateway didn't give a reason";
		this.details = details;
		this.call = kindOf(request);
		// What only reads is done for certain or not at all: it may be tried again.
		this.effect = effect === 'unknown-outcome' && this.call === 'read' ? 'retry' : effect;
		this.response = response;
	}

	/** From an answer whose status is an error. */
	static fromResponse(request: GatewayRequest, { status, body }: GatewayResponse): GatewayError {
		const { code, subcode, title = `HTTP ${status} without a reason`, details } = readErrorBody(body);
		const isForOwner = kindOf(request) === 'send' && refusesForOwner({ code, title, details });
		const isUnavailable = kindOf(request) === 'send' && isStructureUnavailable({ title, details });
		const effect =
			isForOwner || refusesActiveConversation({ title, details })
				? 'redecide'
				: isUnavailable
					? 'resync'
					: effectOfAnswer({ status, code, subcode, text: `${title} ${details ?? ''}` });
		return new GatewayError(request, { status, code, subcode, title, details, effect, response: body });
	}

	/** From a successful answer in an unknown format: the request may have taken effect. */
	static fromUnknownAnswer(
		request: GatewayRequest,
		{ status, body }: GatewayResponse,
		details: string,
	): GatewayError {
		const title = "The gateway's response has an unknown format";
		return new GatewayError(request, { status, title, details, effect: 'unknown-outcome', response: body });
	}

	/** From no answer. */
	static fromTransport(
		request: GatewayRequest,
		error: Pick<TransportError, 'maybeSent' | 'message'>,
	): GatewayError {
		const title = error.maybeSent ? "The gateway didn't respond" : "The gateway couldn't be reached";
		return new GatewayError(request, {
			title,
			details: error.message,
			effect: error.maybeSent ? 'unknown-outcome' : 'retry',
		});
	}
}
