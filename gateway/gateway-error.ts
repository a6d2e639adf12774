import { isObject } from '../base';
import type { CallKind, ErrorBody, ErrorEffect } from '../platform';
import {
	effectOfAnswer,
	isStructureUnavailable,
	readErrorBody,
	refusesActiveConversation,
	refusesForOwner,
} from '../platform';
import type { GatewayRequest, GatewayResponse, TransportError } from './transport';
import { kindOf } from './transport';

const HIDDEN = '[API key]';

/** A shorter key would hide ordinary words. characters */
const SHORTEST_KEY = 8;

/** No answer that means something is nested deeper. */
const MOST_LEVELS = 20;

/**
 * A key in base64 and hex, as in `Authorization: Basic`. What stands before it shifts its bits: of each shift, those
 * characters that the key alone decides.
 */
function encodingsOf(key: string): string[] {
	if (key.length < SHORTEST_KEY) return [];
	const bytes = Buffer.from(key);
	const inBase64 = [0, 1, 2].flatMap((before) => {
		const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
		const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
		return (['base64', 'base64url'] as const).map((as) => shifted.toString(as).slice(from, to));
	});
	return [...inBase64, bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
}

/**
 * Makes a function that takes an API key out of what an error keeps or shows, however deep a gateway's answer repeats
 * it. What is nested too deep is left out.
 */
export function hiderOf(apiKey: string): <Value>(value: Value) => Value {
	const key = apiKey.trim();
	const written = [...new Set([key, encodeURIComponent(key), ...encodingsOf(key)])].filter(
		({ length }) => length >= SHORTEST_KEY,
	);
	const inText = (text: string) => written.reduce((rest, each) => rest.replaceAll(each, HIDDEN), text);

	function hide(value: unknown, level: number): unknown {
		if (typeof value === 'string') return inText(value);
		const isList = Array.isArray(value);
		if (!isList && !isObject(value)) return value;
		if (level === MOST_LEVELS) return '…';
		if (isList) return value.map((each: unknown) => hide(each, level + 1));
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => [inText(name), hide(each, level + 1)]),
		);
	}

	return (value) => hide(value, 0) as typeof value;
}

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
