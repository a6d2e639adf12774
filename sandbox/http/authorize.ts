import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { plainRefusal } from '../refusal';
import type { World } from '../world';

/**
 * Refuses a request without the provider's key header with 401 `{ error }`. Interface, "Authentication".
 * On the platform's own paths `Authorization: Bearer` is as good.
 */
export function authorize(
	{ account, profile }: World,
	headers: IncomingHttpHeaders,
	platform: boolean,
): void {
	const bearer = platform ? headers.authorization?.replace(/^Bearer /i, '') : undefined;
	const key = headers[profile.apiKeyHeader] ?? bearer;
	if (key === undefined) throw plainRefusal(401, `missing header ${profile.apiKeyHeader.toUpperCase()}`);
	if (typeof key !== 'string' || !same(key, account.apiKey)) throw plainRefusal(401, 'invalid API key');
}

function same(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}
