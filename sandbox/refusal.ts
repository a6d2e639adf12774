import { randomBytes } from 'node:crypto';
import { platformStatus, platformTitle } from './platform-errors';

/** Thrown by an endpoint to answer with an error. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly body: object,
		message: string,
		/** The code that the platform's own paths answer with; `undefined` if `body` is in the platform's form. */
		readonly platformCode?: number,
	) {
		super(message);
	}
}

/** The gateway's own error body, `{ error }` (docs/interface.md, Error bodies). */
export function plainRefusal(status: number, error: string, platformCode = 100): Refusal {
	return new Refusal(status, { error }, error, platformCode);
}

/** The template endpoints' error body, `{ meta }` (docs/interface.md, Error bodies). */
export function metaRefusal(status: number, message: string): Refusal {
	return new Refusal(
		status,
		{ meta: { success: false, http_code: status, developer_message: message } },
		message,
		100,
	);
}

/**
 * The platform's error body for `code` (docs/interface.md, Error bodies): `{ error: { message, type, code, error_data,
 * fbtrace_id } }`.
 */
export function platformRefusal(
	code: number,
	details: string,
	{ status = platformStatus(code), title = platformTitle(code) } = {},
): Refusal {
	const message = `(#${code}) ${title}`;
	const error = {
		message,
		type: 'OAuthException',
		code,
		error_data: { messaging_product: 'whatsapp', details },
		fbtrace_id: `A${randomBytes(12).toString('base64url')}`,
	};
	return new Refusal(status, { error }, title === details ? message : `${message}: ${details}`);
}

/** The refusal as the platform's own paths answer it. */
export function inPlatformForm(refusal: Refusal): Refusal {
	const { message, platformCode, status } = refusal;
	return platformCode === undefined ? refusal : platformRefusal(platformCode, message, { status });
}

/**
 * Errors of 360dialog itself. They have no code, and the status misleads: the text tells them apart (docs/interface.md,
 * Error bodies).
 */
const ERRORS = {
	rateLimit: [400, 'You have exceeded the endpoint rate limit'],
	payment: [400, 'Request is rejected due to lack of payment'],
	disabled: [400, 'This channel has been disabled'],
	invalidKey: [401, 'Invalid api key'],
	blocked: [403, 'This endpoint is blocked'],
	internal: [500, 'Internal server error'],
	notAvailable: [502, 'Service is not available'],
} as const;

export type GatewayErrorKind = keyof typeof ERRORS;

export const gatewayErrorKinds = Object.keys(ERRORS) as [GatewayErrorKind, ...GatewayErrorKind[]];

/** Where the text is (docs/interface.md, Error bodies). */
export const errorFields = ['meta', 'error', 'detail'] as const;

/** An error of the gateway itself, with its text in this field of the body. */
export function gatewayError(kind: GatewayErrorKind, field: (typeof errorFields)[number]): Refusal {
	const [status, text] = ERRORS[kind];
	const body =
		field === 'meta'
			? { meta: { success: false, http_code: status, developer_message: text } }
			: { [field]: text };
	return new Refusal(status, body, text);
}

/** A refusal in the fourth form of error bodies: `{ detail: { error } }` (docs/interface.md, Error bodies). */
export function inDetailForm({ status, body, message }: Refusal): Refusal {
	return new Refusal(status, { detail: body }, message);
}
