import { createHmac, timingSafeEqual } from 'node:crypto';

const hexDigest = /^(?:sha256=)?([0-9a-f]{64})$/i;

function mustBeRaw(body: unknown): void {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return;
	throw new TypeError(
		"The body must be the raw text or bytes of the request. A parsed body can't be verified. Read the body before a JSON parser does.",
	);
}

/**
 * The signature of a webhook delivery: HMAC-SHA256 of the raw body under the signing secret, as lowercase hex
 * (docs/interface.md, Delivery). Public, so that users can sign payloads to test their own receivers with.
 *
 * @throws TypeError when the body was parsed already: a signature covers the bytes as they were sent.
 */
export function signPayload(rawBody: Buffer | string, secret: string): string {
	mustBeRaw(rawBody);
	return createHmac('sha256', secret).update(rawBody).digest('hex');
}

/** Whether a header has the form of a signature: bare hex, or with the prefix `sha256=`, in any case. */
export function hasSignatureForm(header: string | undefined): boolean {
	return hexDigest.test(header?.trim() ?? '');
}

/**
 * Whether `header` is the signature of `rawBody` under `secret`, or under one of several while a secret is
 * being rotated. Accepts bare hex and the prefix `sha256=`, in any case; compares in constant time.
 * No header, another form, or an empty or missing secret is never a match.
 *
 * @throws TypeError when the body was parsed already
 * @example
 * const isGenuine = verifySignature(rawBody, request.headers['x-provider-signature'], [secret, formerSecret]);
 */
export function verifySignature(
	rawBody: Buffer | string,
	header: string | undefined,
	secret: string | string[],
): boolean {
	mustBeRaw(rawBody);
	const digest = hexDigest.exec(header?.trim() ?? '')?.[1];
	if (digest === undefined) return false;
	const given = Buffer.from(digest, 'hex');
	return [secret]
		.flat()
		.filter(Boolean)
		.some((candidate) => timingSafeEqual(Buffer.from(signPayload(rawBody, candidate), 'hex'), given));
}
