import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { plainRefusal } from '../refusal';
import type { World } from '../world';

/**
 * Refuses a request without the provider's key header with 401 `{ error }` (docs/interface.md, Providers). The
 * platform's own paths and media downloads also take `Authorization: Bearer`.
 */
export function authorize(
	{ account, profile }: World,
	headers: IncomingHttpHeaders,
	takesBearer: boolean,
): void {
	const bearer = takesBearer ? headers.authorization?.replace(/^Bearer /i, '') : undefined;
	const key = headers[profile.apiKeyHeader] ?? bearer;
	if (key === undefined) {
		throw plainRefusal(401, `missing header ${profile.apiKeyHeader.toUpperCase()}`, 190);
	}
	if (typeof key !== 'string' || !sameText(key, account.apiKey)) {
		throw plainRefusal(401, 'invalid API key', 190);
	}
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two secrets are the same, in a time that doesn't depend on where they differ. */
export function sameText(given: string, expected: string): boolean {
	return timingSafeEqual(digest(given), digest(expected));
}
