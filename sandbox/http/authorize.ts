import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { plainRefusal } from '../refusal';
import type { World } from '../world';

/**
 * Refuses a request without the provider's key header with 401 `{ error }`. Interface, "Authentication".
 * The platform's own paths and media downloads also take `Authorization: Bearer`.
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
	if (typeof key !== 'string' || !same(key, account.apiKey)) {
		throw plainRefusal(401, 'invalid API key', 190);
	}
}

function same(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}
