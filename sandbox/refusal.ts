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

/** The gateway's own error body, `{ error }`. Interface, "Generic error body". */
export function plainRefusal(status: number, error: string, platformCode = 100): Refusal {
	return new Refusal(status, { error }, error, platformCode);
}

/** The template endpoints' error body, `{ meta }`. Interface, "Endpoints / Templates". */
export function metaRefusal(status: number, message: string): Refusal {
	return new Refusal(
		status,
		{ meta: { success: false, http_code: status, developer_message: message } },
		message,
		100,
	);
}

/** The platform's error body for `code`. Facts, §1: `{ error: { message, type, code, error_data, fbtrace_id } }`. */
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
	return new Refusal(status, { error }, `${message}: ${details}`);
}

/** The refusal as the platform's own paths answer it. */
export function inPlatformForm(refusal: Refusal): Refusal {
	const { message, platformCode, status } = refusal;
	return platformCode === undefined ? refusal : platformRefusal(platformCode, message, { status });
}
