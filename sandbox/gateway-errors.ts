import { Refusal } from './refusal';

/** Errors of 360dialog itself. They have no code, and the status misleads: the text tells them apart. Facts 2026, §12. */
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

/** Where the text is. Facts 2026, §12. */
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

/** A refusal in the fourth form of error bodies: `{ detail: { error } }`. Facts 2026, §12. */
export function inDetailForm({ status, body, message }: Refusal): Refusal {
	return new Refusal(status, { detail: body }, message);
}
